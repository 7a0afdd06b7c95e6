"""A link from a mail lets its reader play in one game, once, on a device that is not signed in, and nothing else."""

import re
from random import Random

import httpx
import pytest

from tests.support.api_persons import PASSWORD, SAME_ORIGIN, ManualClock
from tests.support.api_play import fine
from tests.support.mail_duels import AT_ONCE, Duel
from tests.support.mails import Letters, text_of
from tests.support.notice_worlds import NoticeWorld
from tests.support.plain_pages import filled, forms, move_form, send


@pytest.fixture
async def duel(client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock) -> Duel:
    duel = Duel(client, world, letters, clock)
    await duel.begin(private=True)
    await duel.wish(duel.oona, AT_ONCE)
    return duel


async def link_of(duel: Duel) -> str:
    """The link of the next mail about a turn."""
    await duel.until_turn_of(duel.oona)
    [mail] = await duel.arrived("oona@lake.example")
    [link] = re.findall(r"https://firstfire\.example(/play/\S+)", text_of(mail))
    return str(link)


async def use(client: httpx.AsyncClient, link: str) -> httpx.Response:
    return await client.post(link, headers=SAME_ORIGIN, follow_redirects=False)


async def visit_by(client: httpx.AsyncClient, link: str) -> dict[str, str]:
    """The cookie of a visit, as its browser sends it."""
    answer = await use(client, link)
    assert answer.status_code == 303
    [(name, secret)] = answer.cookies.items()
    client.cookies.clear()
    return {"Cookie": f"{name}={secret}"}


async def test_a_link_leads_to_the_move_by_a_button(client: httpx.AsyncClient, duel: Duel) -> None:
    link = await link_of(duel)
    for _ in range(3):  # programs that check mails open links
        opened = await client.get(link)
        assert opened.status_code == 200
        assert "set-cookie" not in opened.headers
        [button] = forms(opened.text)
        assert button.action == link
    visit = await visit_by(client, link)
    page = (await client.get(f"/game/{duel.game}/plain", headers=visit)).text
    form = move_form(page)
    assert form is not None
    assert (await send(client, form, filled(form, Random(1)), visit)).status_code == 303
    assert (await use(client, link)).status_code == 404
    assert (await client.get(link)).status_code == 404


async def test_a_visit_is_good_for_its_game_and_for_nothing_else(client: httpx.AsyncClient, duel: Duel) -> None:
    visit, game = await visit_by(client, await link_of(duel)), duel.game
    other = {**visit, **SAME_ORIGIN}
    assert (await client.get("/api/me", headers=other)).status_code == 401
    assert (await client.get(f"/api/games/{game}", headers=other)).status_code == 404
    assert (await client.post(f"/api/games/{game}/resign", headers=other)).status_code in (401, 404)
    assert (await client.get("/api/notices", headers=other)).status_code == 401
    name, _, secret = visit["Cookie"].partition("=")
    assert (await client.get("/api/me", headers={"Cookie": f"session={secret}"})).status_code == 401
    assert (await client.get("/api/me", headers={"Authorization": f"Bearer {secret}"})).status_code == 401
    await duel.table(private=True)
    borrowed = {"Cookie": f"{name.replace(game, duel.game)}={secret}"}
    assert (await client.get(f"/game/{duel.game}/plain", headers=borrowed)).status_code == 404


async def test_links_and_visits_end_with_time_and_with_the_sessions(
    client: httpx.AsyncClient, duel: Duel, clock: ManualClock
) -> None:
    first, second = await link_of(duel), await link_of(duel)
    visit = await visit_by(client, first)
    page = f"/game/{duel.game}/plain"
    assert (await client.get(page, headers=visit)).status_code == 200
    clock.pass_days(1)
    assert (await client.get(page, headers=visit)).status_code == 404
    clock.pass_days(6)
    assert (await use(client, second)).status_code == 404

    third, fourth = await link_of(duel), await link_of(duel)
    visit = await visit_by(client, third)
    fine(await client.delete("/api/sessions", headers=duel.oona))
    clock.pass_seconds(3)
    assert (await client.get(page, headers=visit)).status_code == 404
    assert (await use(client, fourth)).status_code == 404


async def test_a_new_password_ends_links(client: httpx.AsyncClient, duel: Duel) -> None:
    link = await link_of(duel)
    change = {"password": "two stones and a lake", "current": PASSWORD}
    fine(await client.patch("/api/me", json=change, headers=duel.oona))
    assert (await use(client, link)).status_code == 404


async def test_who_is_signed_in_goes_to_the_table_and_uses_nothing_up(client: httpx.AsyncClient, duel: Duel) -> None:
    link = await link_of(duel)
    own = await client.get(link, headers=duel.oona, follow_redirects=False)
    assert (own.status_code, own.headers["location"]) == (303, f"/game/{duel.game}")
    other = await client.get(link, headers=duel.jaro)
    assert (other.status_code, "<form" in other.text) == (200, False)
    foreign = {"Origin": "https://evil.example"}
    assert (await client.post(link, headers=foreign)).status_code == 403
    assert (await use(client, link)).status_code == 303
