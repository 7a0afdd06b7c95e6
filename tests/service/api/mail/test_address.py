"""The e-mail address of an account, through a real mail server: confirmed, changed, undone; forgotten passwords."""

import httpx
import pyotp
import pytest
from litestar.testing import AsyncTestClient

from service.people.activity import Origin
from service.services import Services
from tests.support.api_persons import PASSWORD, SAME_ORIGIN, ManualClock, reset_login_attempts, session_of, signed_up
from tests.support.api_play import fine, refused
from tests.support.api_server import lent_app, unlimited
from tests.support.mails import Letters, enter, secret_of, text_of, use, with_address
from tests.support.receivers import Mailbox

NEW_PASSWORD = "two stones and a lake"


async def test_an_address_counts_once_its_link_was_used(client: httpx.AsyncClient, letters: Letters) -> None:
    await signed_up(client, "Aya")
    headers = await session_of(client, "Aya")
    assert refused(await enter(client, headers, "aya@lake.example", "wrong password"), 401)
    assert (await enter(client, headers, " aya@Lake.Example ")).json() == {
        "mail": True,
        "address": None,
        "pending": "aya@lake.example",
        "problem": None,
    }
    [mail] = await letters()
    assert (mail["To"], mail["Subject"]) == ("aya@lake.example", "Confirm your e-mail address")
    assert "Aya" not in text_of(mail), "a name would be a way to write to strangers"
    secret = secret_of(mail)
    for _ in range(2):
        link = fine(await client.post("/api/links/view", json={"secret": secret}))
        assert link == {"kind": "confirm", "name": "Aya", "address": "aya@lake.example"}
    assert fine(await client.get("/api/me/address", headers=headers))["address"] is None
    fine(await use(client, secret))
    assert fine(await client.get("/api/me/address", headers=headers))["address"] == "aya@lake.example"
    assert refused(await use(client, secret), 404)["code"] == "dead_link"
    activity = fine(await client.get("/api/me/activity", headers=headers))
    assert activity[0]["act"] == "address_confirmed"


async def test_a_confirmed_address_can_be_tried(
    client: httpx.AsyncClient, letters: Letters, clock: ManualClock
) -> None:
    await signed_up(client, "Ava")
    nowhere = await session_of(client, "Ava")
    assert refused(await client.post("/api/me/address/test", headers=nowhere), 404)["code"] == "no_confirmed_address"
    headers = await with_address(client, letters, "Avi", "avi@lake.example")
    assert (await client.post("/api/me/address/test", headers=headers)).status_code == 202
    [mail] = await letters()
    assert (mail["To"], mail["Subject"]) == ("avi@lake.example", "Notices arrive here")
    assert "https://firstfire.example/settings/notices" in text_of(mail)
    assert refused(await client.post("/api/me/address/test", headers=headers), 429)["code"] == "tested_just_now"
    clock.now += 30_000
    assert (await client.post("/api/me/address/test", headers=headers)).status_code == 202
    await letters()


async def test_links_end_and_a_newer_link_replaces_an_older_one(
    client: httpx.AsyncClient, letters: Letters, clock: ManualClock
) -> None:
    await signed_up(client, "Bea")
    headers = await session_of(client, "Bea")
    await enter(client, headers, "bea@lake.example")
    [first] = await letters()
    await enter(client, headers, "bea2@lake.example")
    [second] = await letters()
    refused(await use(client, secret_of(first)), 404)
    clock.pass_days(1)
    refused(await use(client, secret_of(second)), 404)
    for nonsense in ("", "x", f"{'x' * 12}.{'y' * 43}"):
        refused(await use(client, nonsense), 404)


async def test_a_forgotten_password_is_replaced_and_everybody_is_signed_out(
    client: httpx.AsyncClient, letters: Letters, clock: ManualClock
) -> None:
    headers = await with_address(client, letters, "Cleo", "cleo@lake.example")
    strange = await client.post("/api/forgotten", json={"address": "nobody@lake.example"})
    assert (strange.status_code, await letters()) == (202, [])
    known_answer = await client.post("/api/forgotten", json={"address": "CLEO@lake.example"})
    assert known_answer.status_code == 202
    assert {*known_answer.json()} == {*strange.json()}
    [mail] = await letters()
    assert (mail["To"], mail["Subject"]) == ("cleo@lake.example", "A new password")
    secret = secret_of(mail)
    assert refused(await use(client, secret), 422)["code"] == "password_wanted"
    assert refused(await use(client, secret, password="short"), 422)["code"] == "password_length"
    fine(await use(client, secret, password=NEW_PASSWORD))
    refused(await use(client, secret, password=NEW_PASSWORD), 404)
    clock.pass_seconds(3)  # lookups are trusted for two
    assert fine(await client.get("/api/session", headers=headers)) is None
    refused(await client.post("/api/session", json={"name": "Cleo", "password": PASSWORD}), 401)
    assert await session_of(client, "Cleo", NEW_PASSWORD)


async def test_a_link_for_a_new_password_is_void_once_the_password_has_changed(
    client: httpx.AsyncClient, letters: Letters
) -> None:
    headers = await with_address(client, letters, "Dora", "dora@lake.example")
    await client.post("/api/forgotten", json={"address": "dora@lake.example"})
    [mail] = await letters()
    fine(await client.patch("/api/me", json={"password": NEW_PASSWORD, "current": PASSWORD}, headers=headers))
    refused(await use(client, secret_of(mail), password="another lake and a hill"), 404)


async def test_who_has_only_the_mailbox_does_not_get_past_the_second_factor(
    client: httpx.AsyncClient, letters: Letters, clock: ManualClock
) -> None:
    headers = await with_address(client, letters, "Edda", "edda@lake.example")
    factor = fine(await client.post("/api/me/second-factor", json={"password": PASSWORD}, headers=headers))
    app = pyotp.TOTP(factor["secret"])
    fine(await client.put("/api/me/second-factor", json={"code": app.at(clock() // 1000)}, headers=headers))
    await client.post("/api/forgotten", json={"address": "edda@lake.example"})
    [mail] = await letters()
    secret = secret_of(mail)
    assert refused(await use(client, secret, password=NEW_PASSWORD), 401)["code"] == "code_needed"
    assert refused(await use(client, secret, password=NEW_PASSWORD, code="000000"), 401)["code"] == "wrong_code"
    clock.pass_seconds(30)
    fine(await use(client, secret, password=NEW_PASSWORD, code=app.at(clock() // 1000)))


async def test_the_old_address_can_undo_a_change_and_takes_a_thief_out(
    client: httpx.AsyncClient, letters: Letters, clock: ManualClock
) -> None:
    headers = await with_address(client, letters, "Fenja", "fenja@lake.example")
    await enter(client, headers, "thief@cave.example")
    [mail] = await letters()
    fine(await use(client, secret_of(mail)))
    [word] = await letters()
    assert (word["To"], word["Subject"]) == ("fenja@lake.example", "Your e-mail address was changed")
    await enter(client, headers, "thief2@cave.example")
    [mail] = await letters()
    fine(await use(client, secret_of(mail)))
    [second_word] = await letters()
    assert second_word["To"] == "thief@cave.example"
    assert "/link#" not in text_of(second_word), "the first address keeps the only way back"
    factor = fine(await client.post("/api/me/second-factor", json={"password": PASSWORD}, headers=headers))
    code = pyotp.TOTP(factor["secret"]).at(clock() // 1000)
    fine(await client.put("/api/me/second-factor", json={"code": code}, headers=headers))
    clock.pass_days(6)
    fine(await use(client, secret_of(word)))
    clock.pass_seconds(3)
    assert fine(await client.get("/api/session", headers=headers)) is None
    refused(await client.post("/api/session", json={"name": "Fenja", "password": PASSWORD}), 401)
    [reset] = await letters()
    assert (reset["To"], reset["Subject"]) == ("fenja@lake.example", "A new password")
    fine(await use(client, secret_of(reset), password=NEW_PASSWORD))
    back = await session_of(client, "Fenja", NEW_PASSWORD)
    assert fine(await client.get("/api/me/address", headers=back))["address"] == "fenja@lake.example"


async def test_an_address_is_removed_and_that_can_be_undone_too(client: httpx.AsyncClient, letters: Letters) -> None:
    headers = await with_address(client, letters, "Gro", "gro@lake.example")
    removed = await client.request("DELETE", "/api/me/address", json={"password": PASSWORD}, headers=headers)
    assert fine(removed)["address"] is None
    await client.post("/api/forgotten", json={"address": "gro@lake.example"})
    [word] = await letters()
    assert word["Subject"] == "Your e-mail address was changed"
    fine(await use(client, secret_of(word)))
    [reset] = await letters()
    assert reset["To"] == "gro@lake.example"


async def test_mails_are_limited_whether_or_not_the_address_is_known(client: httpx.AsyncClient) -> None:
    for _ in range(3):
        assert (await client.post("/api/forgotten", json={"address": "hanna@lake.example"})).status_code == 202
    assert (await client.post("/api/forgotten", json={"address": "hanna@lake.example"})).status_code == 429
    foreign = await client.post(
        "/api/forgotten", json={"address": "hanna@lake.example"}, headers={"Origin": "https://evil.example"}
    )
    assert foreign.status_code == 403


async def test_an_address_that_does_not_exist_is_shown_as_one(
    client: httpx.AsyncClient, letters: Letters, box: Mailbox
) -> None:
    await signed_up(client, "Ida")
    headers = await session_of(client, "Ida")
    box.answers["RCPT"] = "550 no such mailbox"
    await enter(client, headers, "ida@lake.example")
    assert await letters() == []
    assert "no such mailbox" in fine(await client.get("/api/me/address", headers=headers))["problem"]
    del box.answers["RCPT"]
    await enter(client, headers, "ida@lake.example")
    assert len(await letters()) == 1


async def test_a_sign_in_from_a_new_place_is_reported(
    client: httpx.AsyncClient, letters: Letters, beside: Services
) -> None:
    await with_address(client, letters, "Juno <b>", "juno@lake.example")
    player = await beside.accounts.find("Juno <b>")
    home = Origin("phone", "203.0.0.0/16")
    await beside.mail.warn_of_new_place(player, "Juno <b>", home)
    [mail] = await letters()
    assert mail["Subject"] == "Somebody signed in to your account"
    assert "203.0.0.0/16" in text_of(mail)
    html = mail.get_body(("html",))
    assert html is not None
    assert "Juno &lt;b&gt;" in html.get_content()
    await beside.activity.note(player, "signed_in", home)
    await beside.mail.warn_of_new_place(player, "Juno <b>", home)
    assert await letters() == []


async def test_of_addresses_that_were_only_entered_nothing_stays(
    client: httpx.AsyncClient, letters: Letters, beside: Services
) -> None:
    headers = await with_address(client, letters, "Yrsa", "ida@lake.example")
    player = fine(await client.get("/api/me", headers=headers))["player"]
    for name in ("stranger", "other", "ida.new"):
        await enter(client, headers, f"{name}@lake.example")
    *_, mail = await letters()
    kept = await beside.outbox.states(player, "mail")
    assert set(kept) == {"ida@lake.example", "ida.new@lake.example"}
    fine(await use(client, secret_of(mail)))
    assert [letter["To"] for letter in await letters()] == ["ida@lake.example"], "a word to the old address"
    await enter(client, headers, "ida@lake.example")
    await letters()
    assert set(await beside.outbox.states(player, "mail")) == {"ida.new@lake.example", "ida@lake.example"}
    fine(await client.request("DELETE", "/api/me/address", json={"password": PASSWORD}, headers=headers))
    await letters()
    assert set(await beside.outbox.states(player, "mail")) <= {"ida.new@lake.example"}


async def test_an_address_is_exported_and_goes_with_its_owner(
    client: httpx.AsyncClient, letters: Letters, beside: Services
) -> None:
    headers = await with_address(client, letters, "Kaja", "kaja@lake.example")
    export = fine(await client.get("/api/me/export", headers=headers))
    assert export["address"]["address"] == "kaja@lake.example"
    fine(await client.request("DELETE", "/api/me", json={"password": PASSWORD}, headers=headers))
    await client.post("/api/forgotten", json={"address": "kaja@lake.example"})
    assert await letters() == []
    assert await beside.mail.addresses.players("kaja@lake.example") == []


@pytest.mark.parametrize(
    "address",
    ["", "kaja", "@lake.example", "kaja@", "a b@lake.example", "a@b@lake.example", "kaja@lake", "kaja@127.0.0.1",
     "kaja@[127.0.0.1]", "a\r\nBcc: b@lake.example", ".a@lake.example", "a..b@lake.example", f"{'x' * 65}@lake.example",
     "kaja@-lake.example", f"a@{'lake.' * 60}example"],
)  # fmt: skip
async def test_what_is_no_address_is_refused(client: httpx.AsyncClient, address: str) -> None:
    assert refused(await client.post("/api/forgotten", json={"address": address}), 422)["code"] == "bad_address"


async def test_without_a_mail_server_everything_else_works(server_url: str) -> None:
    await reset_login_attempts(server_url)
    with lent_app(unlimited(server_url)) as app:
        async with AsyncTestClient(app) as client:
            await signed_up(client, "Lone")
            headers = await session_of(client, "Lone")
            assert fine(await client.get("/api/me/address", headers=headers))["mail"] is False
            assert refused(await enter(client, headers, "lone@lake.example"), 409)["code"] == "mail_off"
            asked_for = await client.post("/api/forgotten", json={"address": "lone@lake.example"}, headers=SAME_ORIGIN)
            assert refused(asked_for, 409)["code"] == "mail_off"
