"""Notes about a game: read by their writer alone; thoughts are for everybody when the game is over."""

import httpx
import pytest

from service.assembly import assemble
from service.personal import notes
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.log_names import note_log
from service.store.structures.sets import StoredSet
from tests.support.api_persons import leave, reset_login_attempts
from tests.support.api_play import DISCOVERY, KINGDOMINO, Guest, Json, account, fine, opened, play, refused, started
from tests.support.api_play import welcome as guest


@pytest.fixture(autouse=True)
async def _unhurried(server_url: str) -> None:
    """Many accounts are made from one network."""
    await reset_login_attempts(server_url)


async def put(client: httpx.AsyncClient, game: str, person: Guest, text: str, **more: Json) -> httpx.Response:
    return await client.put(f"/api/games/{game}/notes", json={"text": text, **more}, headers=person.headers)


async def own(client: httpx.AsyncClient, game: str, person: Guest) -> Json:
    return fine(await client.get(f"/api/games/{game}/notes", headers=person.headers))


async def thoughts(client: httpx.AsyncClient, game: str, person: Guest | None = None) -> list[tuple[int, int, str]]:
    headers = person.headers if person else {}
    answer = fine(await client.get(f"/api/games/{game}/thoughts", headers=headers))
    return [(thought["seat"], thought["step"], thought["text"]) for thought in answer]


async def table(client: httpx.AsyncClient, **more: Json) -> tuple[str, list[Guest]]:
    """A game of two accounts."""
    people = [await account(client, name) for name in ("Oona", "Ugh")]
    game = (await opened(client, people[0], KINGDOMINO, **more))["id"]
    fine(await client.post(f"/api/games/{game}/join", headers=people[1].headers))
    return game, people


def texts(shown: Json, kind: str = "notes") -> dict[int, str]:
    return {note["step"]: note["text"] for note in shown[kind]}


async def test_a_note_takes_the_place_of_the_one_before_and_an_empty_one_removes_it(client: httpx.AsyncClient) -> None:
    game, [oona, ugh] = await started(client, KINGDOMINO)
    for text, step in (("Lakes!", 3), ("The whole game", 0)):
        fine(await put(client, game, oona, text, step=step))
    shown = fine(await put(client, game, oona, "  More \n lakes ", step=3))
    assert texts(shown) == {0: "The whole game", 3: "More lakes"}
    assert shown == await own(client, game, oona)
    assert texts(await own(client, game, ugh)) == {}
    assert texts(fine(await put(client, game, oona, " ", step=3))) == {0: "The whole game"}


async def test_what_cannot_be_noted_is_refused(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await started(client, KINGDOMINO)
    assert refused(await put(client, game, oona, "x", step=999), 422)["code"] == "no_such_step"
    assert refused(await put(client, game, oona, "x" * 501), 422)["code"] == "message_length"
    assert refused(await put(client, game, oona, "a\u200bb"), 422)["code"] == "message_unseen"
    refused(await put(client, game, oona, "x", step=-1), 400)
    assert refused(await client.get(f"/api/games/{game}/notes"), 401)["code"] == "nobody"
    assert refused(await client.get(f"/api/games/{game}/thoughts"), 409)["code"] == "not_over"
    private = (await opened(client, oona, DISCOVERY, private=True))["id"]
    refused(await put(client, private, await guest(client, "Nag"), "x"), 404)


async def test_there_is_a_limit(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTES", 2)
    monkeypatch.setattr(notes, "MOST_CHANGES", 4)
    monkeypatch.setattr(notes, "MOST_GAMES", 1)
    game, [oona, _] = await started(client, KINGDOMINO)
    for step in (0, 1):
        fine(await put(client, game, oona, "x", step=step))
    assert refused(await put(client, game, oona, "x", step=2), 409)["code"] == "too_many_notes"
    for text in ("y", "z"):
        fine(await put(client, game, oona, text))
    assert refused(await put(client, game, oona, "w"), 409)["code"] == "notes_changed_often"
    other = (await opened(client, oona, KINGDOMINO))["id"]
    assert refused(await put(client, other, oona, "x"), 409)["code"] == "noted_games"


async def test_a_whole_game_says_nothing_of_notes_and_of_thoughts_when_it_is_over(client: httpx.AsyncClient) -> None:
    """Every answer to others is searched for the texts."""
    game, [oona, ugh] = await table(client)
    heard = b""

    async def meanwhile(choices: Json) -> None:
        nonlocal heard
        if choices["seat"] == 0:
            fine(await put(client, game, oona, "zebra", step=choices["seq"]))
            fine(await put(client, game, oona, "giraffe", step=choices["seq"], is_thought=True))
        if choices["seq"] % 9 == 0:
            heard += await _answers(client, game, ugh)

    await play(client, game, [oona, ugh], meanwhile=meanwhile)
    assert heard
    for word in (b"zebra", b"giraffe"):
        assert word not in heard
    seen = await thoughts(client, game, ugh)
    assert {(seat, text) for seat, _, text in seen} == {(0, "giraffe")}
    assert [step for _, step, _ in seen] == sorted(texts(await own(client, game, oona), "thoughts"))
    assert await thoughts(client, game) == seen, "for everybody"
    after = await _answers(client, game, ugh)
    assert b"giraffe" in after
    assert b"zebra" not in after


async def _answers(client: httpx.AsyncClient, game: str, person: Guest) -> bytes:
    paths = ["", "/events", "/moves", "/steps", "/frames?from=1&to=9", "/record", "/talk", "/notes", "/plans"]
    answers = [await client.get(f"/api/games/{game}{path}", headers=person.headers) for path in (*paths, "/thoughts")]
    more = [await client.get(path, headers=person.headers) for path in ("/api/me/games", "/api/notices", "/api/lobby")]
    return b"".join(answer.content for answer in (*answers, *more))


async def test_thoughts_are_for_players_with_an_account_where_texts_may_be_written(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await started(client, KINGDOMINO)
    shown = await own(client, game, oona)
    assert not shown["may_think"]
    assert shown["why_not"].startswith("Guests")
    problem = refused(await put(client, game, oona, "x", is_thought=True), 403)
    assert problem["code"] == "guests_say_phrases"
    quiet, [anna, _] = await table(client, talk="phrases")
    assert refused(await put(client, quiet, anna, "x", is_thought=True), 403)["code"] == "phrases_here"
    assert refused(await put(client, game, anna, "x", is_thought=True), 403)["code"] == "players_talk"
    fine(await put(client, game, anna, "A spectator's note"))


async def test_who_blocks_or_wants_no_texts_reads_no_thoughts(client: httpx.AsyncClient) -> None:
    game, [oona, ugh] = await table(client)
    fine(await put(client, game, oona, "Mine!", step=1, is_thought=True))
    fine(await put(client, game, ugh, "No, mine!", step=1, is_thought=True))
    await play(client, game, [oona, ugh])
    assert await thoughts(client, game, ugh) == [(0, 1, "Mine!"), (1, 1, "No, mine!")]
    fine(await client.put(f"/api/blocks/{oona.player}", headers=ugh.headers))
    assert await thoughts(client, game, ugh) == [(1, 1, "No, mine!")]
    fine(await client.put("/api/me/talk", json={"level": "phrases"}, headers=oona.headers))
    assert await thoughts(client, game, oona) == []


async def test_notes_are_in_the_export_of_their_writer_and_erased_with_them(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    game, [oona, ugh] = await started(client, KINGDOMINO)
    fine(await put(client, game, oona, "Lakes!", step=3))
    await StoredSet(log, f"noted:{oona.player}", durable=True).delete()
    await assemble(log, wall_clock).notes.relist()  # as after an import, which has the logs alone
    [exported] = fine(await client.get("/api/me/export", headers=oona.headers))["notes"]
    assert (exported["game"], exported["records"][0][-1]) == (game, "Lakes!")
    assert fine(await client.get("/api/me/export", headers=ugh.headers))["notes"] == []
    fine(await leave(client, oona.headers))
    assert await log.version(note_log(game, oona.player)) == 0


async def test_a_guests_notes_go_over_except_where_the_account_has_its_own(
    client: httpx.AsyncClient, log: EventStore
) -> None:
    game, [oona, ugh] = await started(client, KINGDOMINO)
    for person, text, step in ((oona, "Lakes!", 3), (oona, "Mine", 1), (ugh, "Yours", 1)):
        fine(await put(client, game, person, text, step=step))
    services = assemble(log, wall_clock)
    for _ in range(2):
        await services.notes.hand_over(oona.player, ugh.player)
    assert texts(await own(client, game, ugh)) == {1: "Yours", 3: "Lakes!"}
    assert texts(await own(client, game, oona)) == {}
