"""Reports to the moderators: what is accepted, how many, and how long they are stored."""

from typing import Any

import httpx
import pytest

from service.moderation.reports import Complaint, Reports
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from tests.support.api_persons import SAME_ORIGIN, ManualClock, leave
from tests.support.api_play import DISCOVERY, Guest, account, fine, opened, refused, started, welcome


async def report(client: httpx.AsyncClient, guest: Guest, other: Guest, **more: Any) -> httpx.Response:
    body = {"about": "name", "player": other.player, "reason": "name", **more}
    return await client.post("/api/reports", json=body, headers=guest.headers)


@pytest.fixture
def stored(log: EventStore) -> Reports:
    return Reports(log, ManualClock())


async def test_a_report_is_stored_as_it_was_made(client: httpx.AsyncClient, stored: Reports) -> None:
    game, [ann, ben] = await started(client, DISCOVERY)
    text = "  He waits\n in every \u202eturn. "
    number = fine(await report(client, ann, ben, about="game", game=game, reason="stalling", text=text))["number"]
    kept = await stored.get(number)
    assert (kept.reporter, kept.player, kept.name) == (ann.player, ben.player, ben.name)
    assert (kept.about, kept.game, kept.reason, kept.text) == ("game", game, "stalling", "He waits in every turn.")
    [exported] = fine(await client.get("/api/me/export", headers=ann.headers))["reports"]
    assert exported["text"] == kept.text
    assert fine(await client.get("/api/me/export", headers=ben.headers))["reports"] == []


async def test_each_thing_is_reported_once(client: httpx.AsyncClient) -> None:
    game, [ann, ben] = await started(client, DISCOVERY)
    fine(await report(client, ann, ben))
    assert refused(await report(client, ann, ben, reason="abuse"), 409)["code"] == "reported_already"
    fine(await report(client, ann, ben, about="game", game=game, reason="abuse"))


async def test_an_incomplete_report_says_what_is_missing(client: httpx.AsyncClient) -> None:
    game, [ann, ben] = await started(client, DISCOVERY)
    cid = await welcome(client, "Cid")
    secret = (await opened(client, cid, DISCOVERY, private=True))["id"]
    cases: list[tuple[Guest, dict[str, Any], int, str]] = [
        (ben, {"reason": "other"}, 422, "report_says_nothing"),
        (ben, {"reason": "other", "text": " \n "}, 422, "report_says_nothing"),
        (ben, {"text": "x" * 501}, 422, "report_too_long"),
        (ann, {}, 422, "reporting_yourself"),
        (ben, {"about": "game", "reason": "cheating"}, 422, "report_needs_game"),
        (cid, {"about": "game", "game": game}, 422, "not_in_that_game"),
        (cid, {"about": "game", "game": secret}, 404, "no_such_game"),
        (ben._replace(player="nobody"), {}, 404, "no_such_player"),
    ]
    for other, more, status, code in cases:
        assert refused(await report(client, ann, other, **more), status)["code"] == code
    refused(await report(client, ann, ben, reason="bored"), 400)


async def test_a_guest_has_fewer_open_reports_than_an_account(client: httpx.AsyncClient, stored: Reports) -> None:
    others = [await welcome(client, f"Other {number}") for number in range(4)]
    guest, holder = await welcome(client, "Ann"), await account(client, "Ben")
    numbers = [fine(await report(client, guest, other))["number"] for other in others[:3]]
    problem = refused(await report(client, guest, others[3]), 409)
    assert problem["code"] == "too_many_reports"
    assert "3 open reports" in problem["detail"]
    for other in others:
        fine(await report(client, holder, other))
    await stored.close(numbers[0], "a moderator", "Looked at it.")
    with pytest.raises(Refused, match="closed already"):
        await stored.close(numbers[0], "another moderator", "So did I.")
    fine(await report(client, guest, others[3]))
    assert refused(await report(client, guest, others[0]), 409)["code"] == "reported_already"


async def test_a_network_reports_a_limited_number_of_times_a_day(log: EventStore) -> None:
    stored = Reports(log, ManualClock(), most_of_network=2)
    for number, address in enumerate(["203.0.113.9", "203.0.113.9", "203.0.113.10"]):
        await stored.file(Person(f"guest-{number}", "Ann"), address, _about("somebody"))
    with pytest.raises(Refused, match="go on in 16 hours") as refusal:
        await stored.file(Person("guest-3", "Ann"), "203.0.113.9", _about("somebody"))
    assert refusal.value.retry_after == 16 * 3600


def _about(player: str) -> Complaint:
    return Complaint(player, "Ben", "name", "name", "")


async def test_old_reports_are_removed(log: EventStore) -> None:
    clock = ManualClock(1_000)  # before all others, so that only these expire
    stored, ann = Reports(log, clock), Person("old-ann", "Ann", has_account=True)
    closed, waiting = [await stored.file(ann, "127.0.0.1", _about(player)) for player in ("old-ben", "old-cid")]
    await stored.close(closed, "a moderator", "")
    clock.pass_days(179)
    assert await stored.expire() == 0
    clock.pass_days(2)
    assert await stored.expire() == 1
    assert [number for number, _ in await stored.by(ann.player)] == [waiting]
    assert await stored.about("old-ben") == []
    clock.pass_days(200)
    assert await stored.expire() == 1
    assert await stored.by(ann.player) == []
    await stored.file(ann, "127.0.0.1", _about("old-ben"))
    await stored.erase("old-ben")


async def test_a_report_loses_its_reporter_and_goes_with_whom_it_is_about(
    client: httpx.AsyncClient, stored: Reports
) -> None:
    ann, ben, cid = [await welcome(client, name) for name in ("Ann", "Ben", "Cid")]
    number = fine(await report(client, ann, ben))["number"]
    other = fine(await report(client, cid, ann))["number"]
    fine(await leave(client, {**ann.headers, **SAME_ORIGIN}))
    assert (await stored.get(number)).reporter == ""
    with pytest.raises(Refused):
        await stored.get(other)
    fine(await leave(client, {**ben.headers, **SAME_ORIGIN}))
    with pytest.raises(Refused):
        await stored.get(number)
    assert await stored.by(cid.player) == await stored.about(ben.player) == []
