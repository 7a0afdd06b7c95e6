"""The personal stream: everything of one person over one connection, and nothing of anybody else."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from urllib.parse import urlsplit
from uuid import uuid4

import httpx
import pytest

from service.notices.records import Noticed
from service.services import Services
from service.store.errors import Unavailable
from tests.support.api_persons import leave, reset_login_attempts, session_of, signed_up, token_for
from tests.support.api_play import DISCOVERY, Guest, Json, fine, opened, play, refused, started, welcome
from tests.support.api_server import lent_app, serving, unlimited
from tests.support.servers import eventually
from tests.support.stream_reader import Follower, reading

pytestmark = pytest.mark.usefixtures("worker_beside")
THREE = DISCOVERY | {"seats": 3}


def own(client: httpx.AsyncClient, guest: Guest, last: str = "", **query: str) -> AbstractAsyncContextManager[Follower]:
    headers = {**guest.headers, **({"Last-Event-ID": last} if last else {})}
    return reading(client, "/api/stream", headers, **query)


def lines(follower: Follower, game: str) -> list[Json]:
    return [message.data for message in follower.messages if message.kind == "game" and message.data["game"] == game]


async def reaches(follower: Follower, game: str, seq: int) -> None:
    await follower.holds(lambda: any(line["seq"] == seq for line in lines(follower, game)))


async def listed(client: httpx.AsyncClient, guest: Guest) -> Json:
    return fine(await client.get("/api/me/games", headers=guest.headers))


@pytest.fixture
async def second(server_url: str) -> AsyncIterator[httpx.AsyncClient]:
    """Another process of the API, which can keep streams open too."""
    with lent_app(unlimited(server_url)) as app, serving(app) as url:
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            yield client


async def test_it_begins_with_ones_games_and_brings_each_as_it_becomes(remote: httpx.AsyncClient) -> None:
    game, guests = await started(remote, DISCOVERY)
    begin = await play(remote, game, guests, moves=2)
    other, others = await started(remote, DISCOVERY)
    async with own(remote, guests[0]) as first, own(remote, guests[1]) as second:
        for follower in (first, second):
            await follower.holds(lambda follower=follower: bool(follower.messages))  # type: ignore[misc]
            assert follower.messages[0].kind == "games"
        newest = await play(remote, game, guests, moves=4)
        assert newest > begin
        await play(remote, other, others, moves=2)
        for follower in (first, second):
            await reaches(follower, game, newest)
    for follower, guest in ((first, guests[0]), (second, guests[1])):
        assert lines(follower, game)[-1] == (await listed(remote, guest))["games"][0]
        assert not lines(follower, other)


async def test_tables_and_invitations_and_the_end_of_games_come_too(remote: httpx.AsyncClient) -> None:
    ann, bob, cid = [await welcome(remote, name) for name in ("Ann", "Bob", "Cid")]
    async with own(remote, ann) as anns, own(remote, bob) as bobs:
        for follower in (anns, bobs):
            await follower.holds(lambda follower=follower: bool(follower.messages))  # type: ignore[misc]
        game = (await opened(remote, ann, THREE, private=True))["id"]
        await anns.holds(lambda: bool(lines(anns, game)))
        invite = {"invite": fine(await remote.get(f"/api/games/{game}", headers=ann.headers))["invite"]}
        for guest, seats in ((bob, 2), (cid, 3)):
            fine(await remote.post(f"/api/games/{game}/join", headers=guest.headers, params=invite))
            await anns.holds(
                lambda seats=seats: sum(seat["name"] is not None for seat in lines(anns, game)[-1]["seats"]) == seats  # type: ignore[misc]
            )
        await anns.holds(lambda: lines(anns, game)[-1]["status"] == "running")
        newest = await play(remote, game, [ann, bob, cid])
        await reaches(anns, game, newest)
        assert lines(anns, game)[-1]["status"] == "over"
        rematch = fine(await remote.post(f"/api/games/{game}/rematch", headers=ann.headers))["id"]
        await bobs.holds(lambda: bool(lines(bobs, rematch)))
        assert bob.player in [seat["kept_for"] for seat in lines(bobs, rematch)[-1]["seats"]]
        fine(await remote.post(f"/api/games/{rematch}/cancel", headers=ann.headers))
        await bobs.holds(lambda: lines(bobs, rematch)[-1]["status"] == "cancelled")


@pytest.mark.parametrize("by", ["header", "query", "list"])
async def test_it_resumes_with_what_changed_in_any_process(
    remote: httpx.AsyncClient, second: httpx.AsyncClient, by: str
) -> None:
    moved, guests = await started(remote, DISCOVERY)
    ann = guests[0]
    quiet = (await opened(remote, ann, DISCOVERY))["id"]
    async with own(remote, ann) as follower:
        await follower.holds(lambda: bool(follower.messages))
        begin = await play(remote, moved, guests, moves=1)
        await reaches(follower, moved, begin)
        # Until the bells of both games were heard, which may come after the line that was read for another one.
        await follower.holds(lambda: bool(lines(follower, quiet)) or quiet in str(follower.messages[0].data))
    await eventually(lambda: _is_quiet(remote, ann, follower))
    last = (await listed(remote, ann))["at"]
    newest = await play(second, moved, guests, moves=3)
    async with own(
        second, ann, *([last] if by == "header" else []), **({} if by == "header" else {"after": last})
    ) as again:
        await reaches(again, moved, newest)
        await play(second, moved, guests, moves=1)
        await again.holds(lambda: lines(again, moved)[-1]["seq"] > newest)
    assert {message.kind for message in again.messages} == {"game"}
    assert not lines(again, quiet)


async def _is_quiet(client: httpx.AsyncClient, guest: Guest, follower: Follower) -> bool:
    page = await listed(client, guest)
    return bool(page["at"] >= follower.messages[-1].id)


@pytest.mark.parametrize("strange", ["x", "1", "0-0-0", "-1-0", "٣-٣", "9" * 30 + "-0", "9" * 5000])
async def test_an_id_that_is_not_known_brings_everything(remote: httpx.AsyncClient, strange: str) -> None:
    game, guests = await started(remote, DISCOVERY)
    headers: dict[str, str | bytes] = {**guests[0].headers, "Last-Event-ID": strange.encode()}
    async with reading(remote, "/api/stream", headers) as follower:
        await follower.holds(lambda: bool(follower.messages))
    assert follower.messages[0].kind == "games"
    assert game


async def test_an_idle_stream_says_that_it_is_alive_and_remembers_where_it_is(restless: httpx.AsyncClient) -> None:
    _, others = await started(restless, DISCOVERY)
    ann = await welcome(restless, "Ann")
    async with own(restless, ann) as follower:
        await follower.holds(lambda: len(follower.messages) >= 5)
        before = follower.messages[-1].id
        game = (await opened(restless, others[0], DISCOVERY))["id"]
        async with own(restless, others[0]) as busy:
            await busy.holds(lambda: game in str(busy.messages))
        await follower.holds(lambda: follower.messages[-1].id > before)
    assert {message.kind for message in follower.messages[2:]} == {"alive"}


@pytest.mark.parametrize("ends", ["session", "token"])
async def test_it_ends_with_the_session_and_with_the_token(
    restless: httpx.AsyncClient, server_url: str, ends: str
) -> None:
    await reset_login_attempts(server_url)
    account = await signed_up(restless, name := f"Oona {uuid4().hex[:12]}")
    session = await session_of(restless, name)
    token = await token_for(restless, session, "read")
    async with reading(restless, "/api/stream", session if ends == "session" else token["headers"]) as follower:
        await follower.holds(lambda: len(follower.messages) >= 2)
        if ends == "session":
            fine(await restless.delete("/api/session", headers=session))
        else:
            fine(await restless.delete(f"/api/tokens/{token['id']}", headers=session))
        await follower.holds(lambda: follower.has_ended)
        seen = len(follower.messages)
        await opened(restless, account.guest, DISCOVERY)
    assert len(follower.messages) == seen


async def test_nobody_in_particular_has_no_stream(remote: httpx.AsyncClient) -> None:
    refused(await remote.get("/api/stream"), 401)


async def test_names_of_people_who_have_left_are_not_sent(remote: httpx.AsyncClient) -> None:
    name = f"Oona {uuid4().hex[:12]}"
    leaver, other = await welcome(remote, name), await welcome(remote, "Nag")
    game = (await opened(remote, leaver, DISCOVERY))["id"]
    fine(await remote.post(f"/api/games/{game}/join", headers=other.headers))
    async with own(remote, other) as follower:
        await follower.holds(lambda: "running" in str(follower.messages))
        fine(await leave(remote, leaver.headers))
        await follower.holds(lambda: any(line["seats"][0]["has_left"] for line in lines(follower, game)))
    assert lines(follower, game)[-1]["seats"][0] == {
        **lines(follower, game)[-1]["seats"][0],
        "name": "Somebody",
        "player": None,
    }
    async with own(remote, other) as again:
        await again.holds(lambda: bool(again.messages))
    assert name not in str(again.messages)


async def test_a_client_that_never_reads_delays_nobody_and_is_owed_only_the_newest(
    remote: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States replace each other: what waits for a slow client does not grow."""
    game, guests = await started(remote, DISCOVERY)
    where = urlsplit(str(remote.base_url))
    with socket.socket() as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        idle.connect((where.hostname, where.port))
        head = f"GET /api/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {guests[0].token}\r\n\r\n"
        idle.sendall(head.encode())
        async with own(remote, guests[1]) as follower:
            newest = await play(remote, game, guests)
            await reaches(follower, game, newest)
        received = await asyncio.to_thread(_read_until, idle, b'"status":"over"')
    assert f'"seq":{newest}'.encode() in received


def _read_until(source: socket.socket, end: bytes) -> bytes:
    received = b""
    while end not in received:
        part = source.recv(65536)
        assert part, "the stream ended"
        received += part
    return received


async def test_lines_that_cannot_be_read_are_sent_when_the_store_is_back(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lent_app(unlimited(server_url)) as app, serving(app) as url:
        app.state.services.personal_streams.pause = 0.01
        async with httpx.AsyncClient(base_url=url, timeout=None) as client:
            game, guests = await started(client, DISCOVERY)
            async with own(client, guests[0]) as follower:
                await follower.holds(lambda: bool(follower.messages))
                lists = app.state.services.lists
                read, failures = lists.own, iter(range(2))

                async def sometimes(player: str, games: list[str]) -> object:
                    if next(failures, None) is not None:
                        raise Unavailable("away")
                    return await read(player, games)

                monkeypatch.setattr(lists, "own", sometimes)
                await reaches(follower, game, await play(client, game, guests, moves=1))


async def test_the_number_of_unread_notices_comes_with_it(remote: httpx.AsyncClient, worker_beside: Services) -> None:
    game, guests = await started(remote, DISCOVERY)
    services = worker_beside
    async with own(remote, guests[0]) as follower:
        await follower.holds(lambda: [message.kind for message in follower.messages][:2] == ["games", "notices"])
        assert follower.messages[1].data == {"unread": 0, "newest": None, "turns": []}
        note = Noticed(services.notices.logs._clock(), "finished", game, 1)
        await services.notices.logs.add(guests[0].player, note)
        await services.dispatcher.on_news(guests[0].player)
        await follower.holds(
            lambda: any(message.kind == "notices" and message.data["unread"] == 1 for message in follower.messages)
        )


async def test_a_page_that_knows_its_games_asks_for_the_number_and_hears_when_something_is_read(
    remote: httpx.AsyncClient, worker_beside: Services
) -> None:
    game, guests = await started(remote, DISCOVERY)
    notices, ann = worker_beside.notices, guests[0]
    last = (await listed(remote, ann))["at"]
    for kind in ("finished", "turn"):
        await notices.logs.add(ann.player, Noticed(notices.logs._clock(), kind, game, 10_000))
    async with own(remote, ann, after=last, unread="true") as follower:

        def heard(unread: int) -> bool:
            said = [message.data for message in follower.messages if message.kind == "notices"]
            return bool(said) and said[-1]["unread"] == unread

        await follower.holds(lambda: heard(2))
        [said] = [message.data for message in follower.messages if message.kind == "notices"]
        assert said["turns"] == [game]
        assert "games" not in [message.kind for message in follower.messages]
        fine(await remote.post(f"/api/notices/{said['newest']}/read", headers=ann.headers))
        await follower.holds(lambda: heard(1))
        fine(await remote.post("/api/notices/read", json={"upto": said["newest"]}, headers=ann.headers))
        await follower.holds(lambda: heard(0))
        count = len(follower.messages)
        assert (await remote.post("/api/notices/test", headers=ann.headers)).status_code == 202
        await follower.holds(lambda: len(follower.messages) > count and heard(0))
