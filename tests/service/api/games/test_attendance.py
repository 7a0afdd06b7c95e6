"""Who is at the table right now, and the clock that changes without an event: both over the stream of the game."""

import httpx

from service.games.outages import OUTAGES
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.structures.sorted_sets import SortedSet
from tests.support.api_play import DISCOVERY, Json, fine, play, started, welcome
from tests.support.stream_reader import Follower, following

THREE = DISCOVERY | {"seats": 3}


def heard(follower: Follower, kind: str) -> list[Json]:
    return [message.data for message in follower.messages if message.kind == kind]


async def test_players_see_who_of_the_others_is_there(restless: httpx.AsyncClient) -> None:
    game, [oona, jaro, nag] = await started(restless, THREE)
    spectator = await welcome(restless, "Ugh")
    async with (
        following(restless, game, 0, oona.headers, news="true") as first,
        following(restless, game, 0, spectator.headers, news="true") as watching,
    ):
        await first.holds(lambda: bool(first.messages))
        async with following(restless, game, 0, jaro.headers, news="true"):
            await first.holds(lambda: heard(first, "here")[-1:] == [{"seats": [1]}])
            seq = await play(restless, game, [oona, jaro, nag], moves=1)
            await watching.holds(lambda: watching.messages[-1].kind == "alive" and watching.messages[-1].seq == seq)
        assert not heard(watching, "here")
        assert not any(2 in message["seats"] for message in heard(first, "here"))  # no page of hers is open


async def test_who_does_nothing_is_not_there(remote: httpx.AsyncClient, log: EventStore) -> None:
    game, [oona, jaro] = await started(remote, DISCOVERY)
    async with following(remote, game, 0, jaro.headers, news="true") as idle:
        await idle.holds(lambda: bool(idle.messages))
        await log.servers.call(f"presence:{jaro.player}", "DEL", f"presence:{jaro.player}")
        async with following(remote, game, 0, oona.headers, news="true") as follower:
            await follower.holds(lambda: bool(follower.messages))
            await idle.holds(lambda: heard(idle, "here") == [{"seats": [0]}])
            assert not heard(follower, "here")


async def test_a_clock_that_changes_without_an_event_is_told(restless: httpx.AsyncClient, log: EventStore) -> None:
    game, guests = await started(restless, DISCOVERY, clock={"type": "days", "days": 1})
    before = fine(await restless.get(f"/api/games/{game}", headers=guests[0].headers))["clock"]["due"]
    async with following(restless, game, 0, guests[0].headers, news="true") as follower:
        await follower.holds(lambda: bool(heard(follower, "alive")))
        assert not heard(follower, "clock")
        now = wall_clock()
        await SortedSet(log, OUTAGES).put(str(now), now + 60_000)
        await follower.holds(lambda: bool(heard(follower, "clock")))
        await log.servers.call(OUTAGES, "DEL", OUTAGES)
        assert heard(follower, "clock")[0]["due"] > before
