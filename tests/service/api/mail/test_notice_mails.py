"""Notices by mail, from the move to the mailbox: what they say, when they come, and how they end."""

import re
from io import BytesIO

import httpx
from PIL import Image

from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.services import Services
from tests.support.api_persons import ManualClock, leave
from tests.support.api_play import fine
from tests.support.mail_duels import AT_ONCE, Duel
from tests.support.mails import Letters, html_of, text_of
from tests.support.notice_worlds import NoticeWorld
from tests.support.receivers import Mailbox

HOUR = 60 * 60


async def test_a_mail_about_a_turn_has_all_that_one_needs(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin()
    await duel.wish(duel.oona, {**AT_ONCE, "language": "de"})
    await duel.until_turn_of(duel.oona)
    [mail] = await duel.arrived("oona@lake.example")
    assert mail["Subject"] == "Du bist dran: Kingdomino mit Jaro"
    text, html = text_of(mail), html_of(mail)
    [link] = re.findall(r"https://firstfire\.example/play/\S+", text)
    assert f'href="{link}"' in html
    assert "Jaro hat gezogen: Du bist dran." in text
    assert 'name="color-scheme" content="light dark"' in html
    [picture] = [part.get_content() for part in mail.walk() if part.get_content_type() == "image/png"]
    with Image.open(BytesIO(picture)) as image:
        assert (image.format, image.width) == ("PNG", 600)
    assert len(picture) < 60_000
    assert 'src="cid:picture"' in html
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["List-Unsubscribe"].strip("<>") in text
    assert "https://firstfire.example/settings/notices" in text.splitlines()
    assert 'href="https://firstfire.example/settings/notices"' in html
    assert await duel.arrived("oona@lake.example") == []


async def test_who_has_chosen_nothing_gets_mail_after_an_hour_in_the_language_of_their_page(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    client.headers["Accept-Language"] = "nl"
    await duel.begin()
    await duel.until_turn_of(duel.oona)
    assert await duel.arrived("oona@lake.example", 0.9 * HOUR) == []
    [mail] = await duel.arrived("oona@lake.example", 0.2 * HOUR)
    assert mail["Subject"] == "Jij bent aan de beurt: Kingdomino met Jaro"


async def test_a_mail_is_withdrawn_once_the_move_is_made_and_no_link_was_made_for_it(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin()
    await duel.wish(duel.oona, AT_ONCE)
    await duel.until_turn_of(duel.oona)
    clock.pass_seconds(100)
    await duel.work()
    assert await world.services.outbox.waiting("mail") == 1
    await duel.until_turn_of(duel.jaro)
    await duel.work()
    assert await letters() == []
    player = fine(await client.get("/api/me", headers=duel.oona))["player"]
    record = await world.services.people.credentials.load(player)
    assert record is not None
    assert [key for key in record.keys.values() if key.kind == "link"] == []


async def test_nothing_of_a_private_table_is_in_a_mail_unless_that_is_wanted(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin(private=True)
    await duel.wish(duel.oona, AT_ONCE)
    await duel.until_turn_of(duel.oona)
    [mail] = await duel.arrived("oona@lake.example")
    whole = text_of(mail) + html_of(mail)
    assert mail["Subject"] == "Your turn: A private game"
    assert "Jaro" not in whole
    assert "cid:picture" not in whole
    assert [part for part in mail.walk() if part.get_content_maintype() == "image"] == []
    await duel.wish(duel.oona, {"shows_private": True})
    await duel.until_turn_of(duel.oona)
    [mail] = await duel.arrived("oona@lake.example")
    assert "Kingdomino with Jaro" in text_of(mail)
    assert "cid:picture" in html_of(mail)


async def test_one_digest_a_day_lists_the_games_by_time_left(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin(clock={"type": "days", "days": 7})
    await duel.wish(duel.oona, {"choices": {"turn": {"mail": "digest"}}, "digest_hour": 18})
    games = []
    for days in (7, 3, 14):
        await duel.table(clock={"type": "days", "days": days})
        await duel.until_turn_of(duel.oona)
        await update_line(world.store, ListIndex(world.store), duel.game)
        games.append(duel.game)
    assert await duel.arrived("oona@lake.example") == []
    [mail] = await duel.arrived("oona@lake.example", 24 * HOUR)
    text = text_of(mail)
    assert mail["Subject"] == "3 games wait for you"
    places = [text.index(f"https://firstfire.example/game/{game}") for game in games]
    assert places[1] < places[0] < places[2]
    assert [part for part in mail.walk() if part.get_content_maintype() == "image"] == []
    assert await duel.arrived("oona@lake.example", HOUR) == []


async def test_a_link_ends_one_kind_of_mail_by_a_post_and_not_by_being_opened(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin()
    await duel.wish(duel.oona, AT_ONCE)
    await duel.until_turn_of(duel.oona)
    [mail] = await duel.arrived("oona@lake.example")
    address = mail["List-Unsubscribe"].strip("<>").removeprefix("https://firstfire.example")
    opened = await client.get(address)
    assert opened.status_code == 200
    assert "Your turn" in opened.text
    assert f'action="{address}"' in opened.text
    assert "script" not in opened.text
    await duel.until_turn_of(duel.oona)
    assert len(await duel.arrived("oona@lake.example")) == 1

    ended = await client.post(address, content="List-Unsubscribe=One-Click", headers={"Origin": "https://mail.example"})
    assert ended.status_code == 200
    assert 'href="/settings/notices"' in ended.text
    choices = fine(await client.get("/api/notices/preferences", headers=duel.oona))["choices"]
    assert (choices["turn"]["mail"], choices["finished"]["mail"], choices["turn"]["push"]) == (
        "off",
        "delayed",
        "at_once",
    )
    await duel.until_turn_of(duel.oona)
    assert await duel.arrived("oona@lake.example", 2 * HOUR) == []
    for wrong in (address[:-1], address + "x", address.replace(".turn.", ".left."), "/unsubscribe/x"):
        assert (await client.post(wrong)).status_code == 404
    assert (await leave(client, duel.oona, "a stone, a fish and a fire")).status_code == 200
    assert (await client.post(address)).status_code == 200


async def test_an_address_that_bounces_ends_with_a_notice_and_is_named_in_settings(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock, box: Mailbox
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin()
    await duel.wish(duel.oona, AT_ONCE)
    box.answers["RCPT"] = "550 no such user here"
    for _ in range(2):
        await duel.until_turn_of(duel.oona)
        assert await duel.arrived("oona@lake.example") == []
    shown = fine(await client.get("/api/me/address", headers=duel.oona))
    assert shown["problem"] == "550 no such user here"
    listed = fine(await client.get("/api/notices", headers=duel.oona))["notices"]
    [notice] = [notice for notice in listed if notice["kind"] == "unreachable"]
    assert (notice["title"], notice["address"]) == ("Notices do not arrive", "/settings")
    assert await world.services.outbox.waiting("mail") == 0


async def test_moves_do_not_wait_for_a_mail_server_that_is_away(
    client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock, box: Mailbox, beside: Services
) -> None:
    duel = Duel(client, world, letters, clock)
    await duel.begin()
    await duel.wish(duel.oona, AT_ONCE)
    await duel.until_turn_of(duel.oona)
    clock.pass_seconds(100)
    await duel.work()
    clock.pass_days(4)  # nobody has sent it meanwhile
    assert await letters() == []
    assert await beside.outbox.waiting("mail") == 0
