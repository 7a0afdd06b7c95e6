"""Devices for pushes and webhooks: added, listed, removed, and gone with their owner."""

import httpx
import msgspec

from service.delivery.outbox import Outbox
from service.delivery.parcels import PushContent
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.api_play import fine, refused, welcome
from tests.support.receivers import Browser


async def test_devices_are_added_renamed_and_removed(client: httpx.AsyncClient) -> None:
    ann = await welcome(client, "Ann")
    state = fine(await client.get("/api/me/devices", headers=ann.headers))
    assert (len(state["key"]), state["devices"]) == (87, [])
    wanted = {"name": "phone", "endpoint": "https://push.example/secret", **Browser().keys}
    device = fine(await client.post("/api/me/devices", json=wanted, headers=ann.headers))
    assert (device["name"], device["host"], device["delivered"], device["failing"]) == (
        "phone",
        "push.example",
        None,
        None,
    )
    path = f"/api/me/devices/{device['id']}"
    assert fine(await client.patch(path, json={"name": "tablet"}, headers=ann.headers))["name"] == "tablet"
    assert [shown["name"] for shown in fine(await client.get("/api/me/devices", headers=ann.headers))["devices"]] == [
        "tablet"
    ]
    fine(await client.delete(path, headers=ann.headers))
    assert "no such device" in refused(await client.delete(path, headers=ann.headers), 404)["detail"]
    assert (
        "no such device"
        in refused(await client.patch(path, json={"name": "tablet"}, headers=ann.headers), 404)["detail"]
    )
    bad = await client.post("/api/me/devices", json={**wanted, "endpoint": "http://push.example"}, headers=ann.headers)
    assert "subscription" in refused(bad, 422)["detail"]


async def test_the_secret_of_a_webhook_is_shown_once(client: httpx.AsyncClient) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    wanted = {"url": "https://hooks.example/ann", "shape": "discord", "delay": 5}
    hook = fine(await client.post("/api/me/webhooks", json=wanted, headers=ann.headers))
    assert hook.pop("secret").startswith("whsec_")
    assert fine(await client.get("/api/me/webhooks", headers=ann.headers)) == [hook]
    path = f"/api/me/webhooks/{hook['id']}"
    assert (await client.post(f"{path}/test", headers=ann.headers)).status_code == 202
    assert "no such webhook" in refused(await client.post(f"{path}/test", headers=ben.headers), 404)["detail"]
    for url in ("http://hooks.example/", "https://user@hooks.example/"):
        assert (
            "https://"
            in refused(await client.post("/api/me/webhooks", json={"url": url}, headers=ann.headers), 422)["detail"]
        )
    late = await client.post("/api/me/webhooks", json={**wanted, "delay": 9999}, headers=ann.headers)
    assert "1440 minutes" in refused(late, 422)["detail"]
    fine(await client.delete(path, headers=ann.headers))
    assert "no such webhook" in refused(await client.delete(path, headers=ann.headers), 404)["detail"]


async def test_targets_are_exported_and_go_with_their_owner(client: httpx.AsyncClient, server_url: str) -> None:
    ann = await welcome(client, "Ann")
    for endpoint in ("https://push.example/secret", "https://push.example/other"):
        subscription = {"name": "phone", "endpoint": endpoint, **Browser().keys}
        fine(await client.post("/api/me/devices", json=subscription, headers=ann.headers))
    hook = fine(await client.post("/api/me/webhooks", json={"url": "https://hooks.example/ann"}, headers=ann.headers))
    await client.post(f"/api/me/webhooks/{hook['id']}/test", headers=ann.headers)
    export = fine(await client.get("/api/me/export", headers=ann.headers))
    assert export["push_devices"] == {
        "https://push.example/secret": "phone",
        "https://push.example/other": "phone",
    }
    assert export["webhooks"] == ["https://hooks.example/ann"]
    assert hook["secret"] not in str(export)
    fine(await client.request("DELETE", "/api/me", headers=ann.headers))
    store = EventStore(server_url)
    assert [key async for key in store.keys(f"*{ann.player}*")] == []
    await store.aclose()


async def test_a_device_is_tried_through_the_outbox_and_not_all_the_time(
    client: httpx.AsyncClient, server_url: str
) -> None:
    ann, ben = await welcome(client, "Ann"), await welcome(client, "Ben")
    wanted = {"name": "phone", "endpoint": "https://push.example/tried", **Browser().keys}
    path = f"/api/me/devices/{fine(await client.post('/api/me/devices', json=wanted, headers=ann.headers))['id']}/test"
    answers = [await client.post(path, headers={**ann.headers, "Accept-Language": "de"}) for _ in range(3)]
    assert answers[0].status_code == 202
    assert answers[0].json()["answered"] is None
    assert 429 in [answer.status_code for answer in answers[1:]]  # a pause may have ended between two of them
    assert "no such device" in refused(await client.post(path, headers=ben.headers), 404)["detail"]
    store = EventStore(server_url)
    [(parcel, _)] = await Outbox(store, wall_clock).take("push", 100)
    await store.aclose()
    assert isinstance(parcel.content, PushContent)
    assert msgspec.json.decode(parcel.content.payload) == {
        "tag": "test",
        "title": "Nachrichten kommen hier an",
        "body": "Das ist ein Test von Firstfire: Es klappt.",
        "address": "/settings/notices",
    }


async def test_who_signs_out_everywhere_has_no_devices_for_pushes_any_more(client: httpx.AsyncClient) -> None:
    ann = await welcome(client, "Ann")
    wanted = {"name": "lost phone", "endpoint": "https://push.example/lost", **Browser().keys}
    fine(await client.post("/api/me/devices", json=wanted, headers=ann.headers))
    fine(await client.delete("/api/sessions", headers=ann.headers))
    assert fine(await client.get("/api/me/devices", headers=ann.headers))["devices"] == []
