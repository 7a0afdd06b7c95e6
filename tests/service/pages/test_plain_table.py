"""A table without JavaScript: whole games by forms, as text browsers send them, and no forged ones."""

from random import Random

import httpx
import pytest

from tests.support.api_persons import PASSWORD, SAME_ORIGIN, session_of, signed_up
from tests.support.api_play import Json, fine
from tests.support.plain_pages import Form, filled, forms, move_form, send
from tests.support.variants import only

MODES: list[Json] = [
    {"game": "kingdomino", "seats": 2},
    {"game": "origins", "mode": "discovery", "seats": 2},
    {"game": "origins", "mode": "totem", "seats": 2},
    {"game": "origins", "mode": "tribe", "seats": 2},
    {"game": "origins", "mode": "tribe", "seats": 4},
]


def by_cookie(headers: dict[str, str]) -> dict[str, str]:
    """As a text browser sends it: it does not say where the form comes from."""
    return {"Cookie": headers["Cookie"]}


async def seated(client: httpx.AsyncClient, rules: Json, **more: Json) -> tuple[str, list[dict[str, str]]]:
    people = []
    for name in ("Oona", "Jaro", "Nag", "Aya")[: rules["seats"]]:
        account = await signed_up(client, f"{name} {Random().randrange(10**9)}", PASSWORD)
        people.append(await session_of(client, account.name))
    game = fine(await client.post("/api/games", json={"rules": rules, "seats": [], **more}, headers=people[0]))
    invite = {"invite": game["invite"]} if game["invite"] else {}
    for headers in people[1:]:
        fine(await client.post(f"/api/games/{game['id']}/join", params=invite, headers=headers))
    return game["id"], [by_cookie(headers) for headers in people]


async def page_of(client: httpx.AsyncClient, game: str, headers: dict[str, str]) -> str:
    answer = await client.get(f"/game/{game}/plain", headers=headers)
    assert answer.status_code == 200
    return answer.text


async def to_move(client: httpx.AsyncClient, game: str, people: list[dict[str, str]]) -> tuple[int, Form] | None:
    """The person to move, and the form that this person sees."""
    seat = fine(await client.get(f"/api/games/{game}", headers=people[0]))["seat"]
    if seat is None:
        return None
    form = move_form(await page_of(client, game, people[seat]))
    assert form is not None
    return seat, form


@pytest.mark.parametrize(
    "rules", only([MODES[0], MODES[3]], MODES), ids=lambda rules: f"{rules.get('mode')}{rules['seats']}"
)
async def test_a_whole_game_is_played_by_forms(client: httpx.AsyncClient, rules: Json) -> None:
    game, people = await seated(client, rules)
    rng, recruited, refused = Random(7), 0, 0
    while (turn := await to_move(client, game, people)) is not None:
        seat, form = turn
        fields = filled(form, rng)
        answer = await send(client, form, fields, people[seat])
        if answer.status_code == 422:  # resources of the same kind do not pay for a caveman
            assert 'role="alert"' in answer.text
            refused += 1
            fields = [*form.hidden, ("move", "-")]
            answer = await send(client, form, fields, people[seat])
        recruited += any(name == "caveman" for name, _ in fields)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/game/{game}/plain")
    assert "The game is over." in await page_of(client, game, people[0])
    assert (rules.get("mode") == "tribe") == bool(recruited or refused)


async def test_forms_of_other_sites_and_repeated_ones_change_nothing(client: httpx.AsyncClient) -> None:
    game, people = await seated(client, MODES[0])
    turn = await to_move(client, game, people)
    assert turn is not None
    seat, form = turn
    fields = filled(form, Random(1))
    for wrong in (
        [field for field in fields if field[0] != "token"],
        [("token", "x" * 32), *[field for field in fields if field[0] != "token"]],
    ):
        assert (await send(client, form, wrong, people[seat])).status_code == 403
    for foreign in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await send(client, form, fields, {**people[seat], **foreign})).status_code == 403
    assert (await send(client, form, fields, people[1 - seat])).status_code == 403
    assert (await send(client, form, fields)).status_code == 401
    assert fine(await client.get(f"/api/games/{game}", headers=people[seat]))["seat"] == seat
    assert (await send(client, form, fields, people[seat])).status_code == 303
    again = await send(client, form, fields, people[seat])
    assert again.status_code == 409
    assert "The game has moved on" in again.text
    nothing = await send(client, form, form.hidden, people[seat])
    assert (nothing.status_code, "Choose a move first." in nothing.text) == (422, True)


async def test_others_see_the_table_and_no_form_and_a_private_one_not_at_all(client: httpx.AsyncClient) -> None:
    game, _ = await seated(client, MODES[0])
    shown = (await client.get(f"/game/{game}/plain", headers={"Accept-Language": "de"})).text
    assert 'lang="de"' in shown
    assert "Du schaust zu." in shown
    assert "<form" not in shown
    assert "<script" not in shown
    private, [owner, _] = await seated(client, MODES[0], private=True)
    assert (await client.get(f"/game/{private}/plain")).status_code == 404
    assert (await client.get(f"/game/{private}/plain", headers=owner)).status_code == 200
    assert (await client.get("/game/nosuchgame/plain")).status_code == 404
    shell = (await client.get(f"/game/{game}")).text
    assert f'<a href="/game/{game}/plain">' in shell


def pause_forms(html: str) -> dict[str, Form]:
    """By what each does."""
    hidden = [(dict(form.hidden), form) for form in forms(html)]
    names = ("answer", "ask", "pause")
    return {f"{name} {fields[name]}": form for fields, form in hidden for name in names if name in fields}


@pytest.mark.parametrize(("reply", "rests"), [("answer agree", 1), ("answer close", 0)])
async def test_who_is_asked_for_a_pause_answers_by_a_form(client: httpx.AsyncClient, reply: str, rests: int) -> None:
    game, [owner, friend] = await seated(client, MODES[0], clock={"type": "days", "days": 3})
    asking = pause_forms(await page_of(client, game, owner))["ask pause"]
    assert (await send(client, asking, [*asking.hidden, ("days", "99")], owner)).status_code == 422
    assert (await send(client, asking, [*asking.hidden, ("days", "7")], owner)).status_code == 303
    assert "answer close" in pause_forms(await page_of(client, game, owner)), (
        "who asks has agreed, and may take it back"
    )
    page = await page_of(client, game, friend)
    assert "asks for a pause: 7 days" in page
    form = pause_forms(page)[reply]
    unsigned = [field for field in form.hidden if field[0] != "token"]
    assert (await send(client, form, unsigned, friend)).status_code == 403
    assert (await send(client, form, form.hidden, friend)).status_code == 303
    time = fine(await client.get(f"/api/games/{game}"))["clock"]["time_off"]
    assert (time["ask"], len(time["rests"])) == (None, rests)
    now = pause_forms(await page_of(client, game, friend))
    assert ("ask pause" in now, "pause end" in now) == (not rests, bool(rests)), "what one may do now"
    assert (await send(client, form, form.hidden, friend)).status_code == 422, "it is answered already"
    if rests:
        ending = pause_forms(await page_of(client, game, owner))["pause end"]
        assert (await send(client, ending, ending.hidden, owner)).status_code == 303, "the pause is over"


async def test_without_a_clock_nobody_asks_for_a_pause(client: httpx.AsyncClient) -> None:
    game, [owner, _] = await seated(client, MODES[0])
    assert "ask pause" not in pause_forms(await page_of(client, game, owner))


async def test_players_ask_and_agree_by_forms(client: httpx.AsyncClient) -> None:
    game, people = await seated(client, MODES[0])
    table = fine(await client.get(f"/api/games/{game}", headers=people[0]))
    mover = table["seat"]
    for _ in range(2):
        shown = fine(await client.get(f"/api/games/{game}/moves", headers=people[0]))
        move = {**people[shown["seat"]], **SAME_ORIGIN}
        fine(await client.post(f"/api/games/{game}/moves", json=shown["moves"][0], headers=move))
    page = await page_of(client, game, people[mover])
    [ask] = [form for form in forms(page) if ("ask", "call_off") in form.hidden]
    assert (await send(client, ask, [("ask", "tea"), *ask.hidden[:2]], people[mover])).status_code == 422
    assert (await send(client, ask, ask.hidden, people[mover])).status_code == 303
    assert "You ask to call the game off" in await page_of(client, game, people[mover])
    page = await page_of(client, game, people[1 - mover])
    assert "asks to call the game off" in page
    agree = pause_forms(page)["answer agree"]
    assert (await send(client, agree, agree.hidden, people[1 - mover])).status_code == 303
    assert "The game was called off." in await page_of(client, game, people[mover])
