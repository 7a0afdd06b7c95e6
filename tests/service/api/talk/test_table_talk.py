"""What is said at a table: who reads and writes what, limits, erasure, and that it is nowhere else."""

from collections.abc import AsyncIterator

import httpx
import pytest

from service.moderation.reports import Reports
from service.services import Services
from service.store.event_store import EventStore
from service.store.log_names import talk_log
from service.talk import limits, talk
from service.talk.limits import Window
from tests.support.api_persons import ManualClock, leave, reset_login_attempts
from tests.support.api_play import (
    DISCOVERY,
    KINGDOMINO,
    RATED,
    Guest,
    Json,
    account,
    fine,
    opened,
    play,
    refused,
    started,
    welcome,
)

SECRET = "Mammutherde am See"


@pytest.fixture(autouse=True)
async def unhurried(server_url: str) -> None:
    """Many accounts are made from one network."""
    await reset_login_attempts(server_url)


async def say(client: httpx.AsyncClient, game: str, guest: Guest, **message: Json) -> httpx.Response:
    return await client.post(f"/api/games/{game}/talk", json=message, headers=guest.headers)


async def hear(client: httpx.AsyncClient, game: str, guest: Guest | None, **query: str) -> httpx.Response:
    headers = guest.headers if guest else {}
    return await client.get(f"/api/games/{game}/talk", params=query, headers=headers)


async def texts(client: httpx.AsyncClient, game: str, guest: Guest | None, **query: str) -> list[str]:
    return [message["text"] for message in fine(await hear(client, game, guest, **query))["messages"]]


async def table_of_accounts(client: httpx.AsyncClient, **more: Json) -> tuple[str, list[Guest]]:
    """A game of two accounts."""
    people = [await account(client, name) for name in ("Oona", "Ugh")]
    table = await opened(client, people[0], KINGDOMINO, **more)
    invite = {"invite": table["invite"]} if table["invite"] else {}
    fine(await client.post(f"/api/games/{table['id']}/join", headers=people[1].headers, params=invite))
    return table["id"], people


async def test_a_phrase_is_read_by_each_in_their_own_language_and_a_text_as_it_is(client: httpx.AsyncClient) -> None:
    game, [oona, ugh] = await table_of_accounts(client)
    phrase = fine(await say(client, game, oona, phrase="good_luck"))
    assert (phrase["phrase"], phrase["text"], phrase["seat"]) == ("good_luck", "Good luck!", 0)
    fine(await say(client, game, ugh, text="  See step 41,\n d5 "))
    assert await texts(client, game, ugh, language="de") == ["Viel Glück!", "See step 41, d5"]
    shown = fine(await hear(client, game, ugh, language="it"))
    assert (shown["channel"], shown["channels"], shown["may_write"]) == ("players", ["players"], "free")
    assert shown["phrases"]["hello"] == "Ciao!"


async def test_guests_say_phrases_only(client: httpx.AsyncClient) -> None:
    game, [guest, _] = await started(client, KINGDOMINO)
    fine(await say(client, game, guest, phrase="hello"))
    assert refused(await say(client, game, guest, text="Hello"), 403)["code"] == "guests_say_phrases"
    shown = fine(await hear(client, game, guest, language="de"))
    assert shown["may_write"] == "phrases"
    assert "Konto" in shown["why_not_more"]


async def test_what_players_say_is_for_players(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await table_of_accounts(client)
    fine(await say(client, game, oona, text=SECRET))
    other = await account(client, "Nag")
    for reader in (other, None):
        assert refused(await hear(client, game, reader, channel="players"), 403)["code"] == "players_talk"
        assert await texts(client, game, reader) == []
    assert refused(await say(client, game, other, phrase="hello"), 403)["code"] == "players_talk"


async def test_spectators_talk_apart_and_players_join_them_after_the_end(client: httpx.AsyncClient) -> None:
    game, people = await table_of_accounts(client)
    nag, guest = await account(client, "Nag"), await welcome(client, "Guest")
    fine(await say(client, game, nag, text="He will lose.", channel="spectators"))
    fine(await say(client, game, guest, phrase="oops", channel="spectators"))
    assert await texts(client, game, None) == ["He will lose.", "Oops!"]
    query = {"channel": "spectators"}
    assert refused(await hear(client, game, people[0], **query), 403)["code"] == "talk_after_end"
    assert (
        refused(await say(client, game, people[0], phrase="hello", channel="spectators"), 403)["code"]
        == "talk_after_end"
    )
    await play(client, game, people)
    assert fine(await hear(client, game, people[0]))["channels"] == ["players", "spectators"]
    fine(await say(client, game, people[0], text="I did not.", channel="spectators"))
    assert await texts(client, game, nag) == ["He will lose.", "Oops!", "I did not."]


async def test_spectators_of_a_rated_game_talk_after_its_end(client: httpx.AsyncClient) -> None:
    game, people = await started(client, KINGDOMINO, **RATED)
    nag = await account(client, "Nag")
    assert refused(await hear(client, game, nag), 403)["code"] == "talk_after_end"
    early = await say(client, game, nag, text="The lake!", channel="spectators")
    assert refused(early, 403)["code"] == "talk_after_end"
    await play(client, game, people)
    fine(await say(client, game, nag, text="The lake!", channel="spectators"))
    assert await texts(client, game, nag) == ["The lake!"]


@pytest.mark.parametrize(
    ("table", "own", "writes"),
    [
        ("off", "free", "no_talk_here"),
        ("phrases", "free", "phrases_here"),
        ("free", "phrases", "phrases_here"),
        ("free", "off", "own_talk_off"),
    ],
)
async def test_the_lower_of_the_tables_level_and_ones_own_holds(
    client: httpx.AsyncClient, table: str, own: str, writes: str
) -> None:
    game, [oona, ugh] = await table_of_accounts(client, talk=table)
    assert fine(await client.get(f"/api/games/{game}")).get("talk", "free") == table
    fine(await client.put("/api/me/talk", json={"level": own}, headers=oona.headers))
    assert fine(await client.get("/api/me/talk", headers=oona.headers)) == {"level": own}
    assert refused(await say(client, game, oona, text="Hello"), 403)["code"] == writes
    if table == "free":
        fine(await say(client, game, ugh, text="A text"))
        fine(await say(client, game, ugh, phrase="hello"))
        assert await texts(client, game, oona) == ([] if own == "off" else ["Hello!"])
        assert await texts(client, game, ugh) == ["A text", "Hello!"]


async def test_a_rematch_has_the_level_of_the_game_before(client: httpx.AsyncClient) -> None:
    game, people = await table_of_accounts(client, talk="phrases")
    await play(client, game, people)
    rematch = fine(await client.post(f"/api/games/{game}/rematch", headers=people[0].headers))["id"]
    assert fine(await client.get(f"/api/games/{rematch}"))["talk"] == "phrases"


async def test_a_private_table_is_closed_to_those_without_its_invite(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await table_of_accounts(client, private=True)
    fine(await say(client, game, oona, text=SECRET))
    nag = await account(client, "Nag")
    assert refused(await hear(client, game, nag), 404)["code"] == "no_such_game"
    closed = await say(client, game, nag, text="Hello", channel="spectators")
    assert refused(closed, 404)["code"] == "no_such_game"
    read = await client.post(f"/api/games/{game}/talk/read", json={"upto": f"{oona.player}.1"}, headers=nag.headers)
    assert refused(read, 404)["code"] == "no_such_game"


async def test_who_is_blocked_is_not_heard(client: httpx.AsyncClient) -> None:
    game, [oona, ugh] = await table_of_accounts(client)
    fine(await say(client, game, ugh, text="You stone!"))
    fine(await client.put(f"/api/blocks/{ugh.player}", headers=oona.headers))
    assert await texts(client, game, oona) == []
    assert fine(await hear(client, game, oona))["unread"] == 0
    assert await texts(client, game, ugh) == ["You stone!"], "they do not learn of it"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "message_length"),
        (" \n ", "message_length"),
        ("x" * 501, "message_length"),
        ("a\u202eb", "message_unseen"),
        ("a\x07b", "message_unseen"),
        ("a\u0300\u0301\u0302\u0303", "message_tower"),
    ],
)
async def test_texts_that_are_refused(client: httpx.AsyncClient, text: str, code: str) -> None:
    game, [oona, _] = await table_of_accounts(client)
    assert refused(await say(client, game, oona, text=text), 422)["code"] == code


async def test_a_message_is_a_phrase_or_a_text(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await table_of_accounts(client)
    fine(await say(client, game, oona, text="👩\u200d🚀 ❤\ufe0f " + "é" * 400))
    assert refused(await say(client, game, oona, phrase="hello", text="Hello"), 422)["code"] == "phrase_or_text"
    assert refused(await say(client, game, oona), 422)["code"] == "phrase_or_text"
    assert refused(await say(client, game, oona, phrase="insult"), 422)["code"] == "no_such_phrase"


async def test_a_repeated_request_says_it_once(client: httpx.AsyncClient) -> None:
    game, [oona, _] = await table_of_accounts(client)
    headers = {**oona.headers, "Idempotency-Key": "once"}
    first, again = [
        fine(await client.post(f"/api/games/{game}/talk", json={"text": "Hm."}, headers=headers)) for _ in range(2)
    ]
    assert first == again
    assert await texts(client, game, oona) == ["Hm."]
    other = await client.post(f"/api/games/{game}/talk", json={"text": "Oh."}, headers=headers)
    assert refused(other, 422)["code"] == "key_reused"


async def test_one_person_says_only_so_much(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game, [oona, ugh] = await table_of_accounts(client)
    monkeypatch.setitem(limits.MOST_AT_TABLE, "players", 2)
    for _ in range(2):
        fine(await say(client, game, oona, phrase="hello"))
    assert refused(await say(client, game, oona, phrase="hello"), 409)["code"] == "table_talked_out"
    monkeypatch.setattr(limits, "WINDOWS", (Window(3_600_000, 1),))
    monkeypatch.setattr(limits, "MOST_SPECTATORS", 1)
    fine(await say(client, game, ugh, phrase="hello"))
    answer = await say(client, game, ugh, phrase="hello")
    assert refused(answer, 429)["code"] == "too_much_talk"
    assert int(answer.headers["retry-after"]) <= 3600
    nag, bo = await account(client, "Nag"), await account(client, "Bo")
    fine(await say(client, game, nag, phrase="hello", channel="spectators"))
    assert refused(await say(client, game, bo, phrase="hello", channel="spectators"), 409)["code"] == "too_many_talkers"


async def test_reading_ends_what_is_unread(client: httpx.AsyncClient) -> None:
    game, [oona, ugh] = await table_of_accounts(client)
    messages = [fine(await say(client, game, ugh, phrase="hello")) for _ in range(2)]
    assert fine(await hear(client, game, oona))["unread"] == 2
    assert fine(await hear(client, game, ugh))["unread"] == 0
    body = {"upto": messages[-1]["id"]}
    assert fine(await client.post(f"/api/games/{game}/talk/read", json=body, headers=oona.headers)) == {"unread": 0}
    assert fine(await hear(client, game, oona))["unread"] == 0
    for wrong in ("nobody.1", "x", f"{ugh.player}.99", f"{ugh.player}.-1"):
        read = await client.post(f"/api/games/{game}/talk/read", json={"upto": wrong}, headers=oona.headers)
        assert refused(read, 404)["code"] == "no_such_message"


async def test_older_messages_come_by_pages(client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "PAGE", 2)
    game, [oona, _] = await table_of_accounts(client)
    for number in range(3):
        fine(await say(client, game, oona, text=f"{number}"))
    newest = fine(await hear(client, game, oona))
    assert ([message["text"] for message in newest["messages"]], newest["has_more"]) == (["1", "2"], True)
    assert await texts(client, game, oona, before=newest["messages"][0]["id"]) == ["0"]


async def test_a_message_is_reported_with_its_text(client: httpx.AsyncClient, log: EventStore) -> None:
    game, [oona, ugh] = await table_of_accounts(client)
    message = fine(await say(client, game, ugh, text="You stone!"))
    report = {"about": "message", "player": ugh.player, "reason": "abuse", "game": game, "message": message["id"]}
    number = fine(await client.post("/api/reports", json=report, headers=oona.headers))["number"]
    assert refused(await client.post("/api/reports", json=report, headers=oona.headers), 409)["code"]
    kept = await Reports(log, ManualClock()).get(number)
    assert (kept.said, kept.message) == ("You stone!", message["id"])
    nag = await account(client, "Nag")
    assert (
        refused(await client.post("/api/reports", json=report, headers=nag.headers), 404)["code"] == "no_such_message"
    ), "who may not read it cannot report it"


async def test_what_somebody_said_is_exported_and_erased_with_them(client: httpx.AsyncClient, log: EventStore) -> None:
    game, [guest, other] = await started(client, KINGDOMINO)
    watched, _ = await table_of_accounts(client)
    fine(await say(client, game, guest, phrase="hello"))
    fine(await say(client, watched, guest, phrase="oops", channel="spectators"))
    exported = fine(await client.get("/api/me/export", headers=guest.headers))["talk"]
    assert [(said["game"], said["phrase"]) for said in exported["messages"]] == [(game, "hello"), (watched, "oops")]
    assert fine(await client.get("/api/me/export", headers=other.headers))["talk"]["messages"] == []
    fine(await leave(client, guest.headers))
    for place in (game, watched):
        assert await log.version(talk_log(place, guest.player)) == 0
    assert [key async for key in log.keys(f"talk*{guest.player}*")] == []
    assert await texts(client, game, other) == []
    assert await texts(client, watched, None) == []


async def test_no_other_answer_of_a_game_has_what_was_said(client: httpx.AsyncClient, log: EventStore) -> None:
    game, people = await table_of_accounts(client)
    fine(await say(client, game, people[0], text=SECRET))
    await play(client, game, people)
    fine(await say(client, game, people[0], text=f"{SECRET}!", channel="spectators"))
    parts = ["", "/events", "/record", "/steps", "/frames", "/players", "/moves", "/unseen", "/result", "/dump"]
    for part in parts:
        for reader in (people[0].headers, {}):
            answer = await client.get(f"/api/games/{game}{part}", headers=reader)
            assert SECRET.encode() not in answer.content, part
    fork = fine(await client.post(f"/api/games/{game}/fork", json={"at": 3}, headers=people[0].headers))["id"]
    assert await texts(client, fork, people[0]) == []
    for page in (f"/game/{game}", f"/game/{game}/plain", "/api/lobby"):
        assert SECRET.encode() not in (await client.get(page, headers=people[0].headers)).content, page
    for name in (game, f"{game}.seats"):
        assert all(SECRET.encode() not in entry.data for entry in await log.read(name))


async def test_open_tables_hear_that_something_was_said(restless: httpx.AsyncClient, remote_services: Services) -> None:
    client = restless
    game, [oona, ugh] = await started(client, DISCOVERY)
    address = f"/api/games/{game}/stream"
    fine(await say(client, game, ugh, phrase="hello"))
    async with client.stream("GET", address, params={"news": True}, headers=oona.headers) as stream:
        lines = stream.aiter_lines()
        assert await _data(lines, "talk") == '{"unread":1}', "what was said before"
        fine(await say(client, game, ugh, phrase="thanks"))
        while await _data(lines, "talk") != '{"unread":2}':
            pass  # it hears of the first once more
        body = {"upto": f"{ugh.player}.2"}
        fine(await client.post(f"/api/games/{game}/talk/read", json=body, headers=oona.headers))
        while await _data(lines, "talk") != '{"unread":0}':
            pass
    async with client.stream("GET", address, headers=oona.headers) as stream:
        fine(await say(client, game, ugh, phrase="bye"))
        lines = stream.aiter_lines()
        seen = [await anext(lines) for _ in range(60)]
        assert not any("talk" in line for line in seen), "only those who asked for news"


async def _data(lines: AsyncIterator[str], event: str) -> str:
    async for line in lines:
        if line == f"event: {event}":
            return (await anext(lines)).removeprefix("data: ")
    raise AssertionError("the stream has ended")
