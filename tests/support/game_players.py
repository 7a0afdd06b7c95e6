"""People at their browsers: they play games against bots over HTTP, never give up, and note what was acknowledged."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final, NamedTuple

import httpx
import msgspec

from domain.log import audit
from service.games.codec import decode_all
from service.games.commands import Answer
from service.store.event_store import EventStore, Span
from service.store.log_names import is_game

_LOOK_EVERY: Final = 0.03
_RULES: Final[tuple[dict[str, Any], ...]] = (
    {"game": "kingdomino", "seats": 2},
    {"game": "kingdomino", "seats": 3},
    {"game": "origins", "seats": 2, "mode": "totem"},
    {"game": "origins", "seats": 3, "mode": "tribe"},
)


class Acknowledged(NamedTuple):
    game: str
    answer: Answer


class Players:
    def __init__(self, url: str, count: int, rng: Random) -> None:
        self._url = url
        self._rngs = [Random(rng.getrandbits(64)) for _ in range(count)]
        self._news = asyncio.Condition()
        self._is_enough = False
        self.acknowledged: list[Acknowledged] = []
        self.finished: list[str] = []
        self.longest_wait = 0.0  # for bots, in seconds

    async def play(self) -> None:
        """Game after game, until it is enough; then those begun are played to their ends."""
        await asyncio.gather(*(self._play(number, rng) for number, rng in enumerate(self._rngs)))

    async def more(self, moves: int) -> None:
        """Returns when this many more moves have been acknowledged."""
        goal = len(self.acknowledged) + moves
        async with self._news:
            await self._news.wait_for(lambda: len(self.acknowledged) >= goal)

    def enough(self) -> None:
        self._is_enough = True

    async def _play(self, number: int, rng: Random) -> None:
        async with httpx.AsyncClient(base_url=self._url, timeout=20) as client:
            guest = await _patiently(lambda: client.post("/api/guests", json={}))
            client.headers["authorization"] = f"Bearer {guest.json()['token']}"
            rules = _RULES[number % len(_RULES)]
            bots = [{"bot": "pebble"}] * (rules["seats"] - 1)
            while not self._is_enough:
                opened = await _patiently(lambda: client.post("/api/games", json={"rules": rules, "seats": bots}))
                await self._play_game(client, opened.json()["id"], rng)

    async def _play_game(self, client: httpx.AsyncClient, game: str, rng: Random) -> None:
        loop = asyncio.get_running_loop()
        since = loop.time()
        while True:
            choices = (await _patiently(lambda: client.get(f"/api/games/{game}/moves"))).json()
            if choices["seat"] is None:
                self.finished.append(game)
                return
            if choices["seat"] != 0:
                await asyncio.sleep(_LOOK_EVERY)
                continue
            self.longest_wait = max(self.longest_wait, loop.time() - since)
            await self._move(client, game, choices["seq"], rng.choice(choices["moves"]))
            since = loop.time()

    async def _move(self, client: httpx.AsyncClient, game: str, seq: int, move: dict[str, Any]) -> None:
        path, headers = f"/api/games/{game}/moves?seq={seq}", {"Idempotency-Key": f"move at {seq}"}
        reply = await _patiently(lambda: client.post(path, json=move, headers=headers))
        self.acknowledged.append(Acknowledged(game, msgspec.json.decode(reply.content, type=Answer)))
        async with self._news:
            self._news.notify_all()

    async def check(self, store: EventStore) -> None:
        """Every acknowledged move is there, every event belongs to one command, every log obeys the rules."""
        answers: dict[str, list[Answer]] = {}
        for game, answer in self.acknowledged:
            answers.setdefault(game, []).append(answer)
        assert set(answers) == set(self.finished)
        for game in self.finished:
            await _check_game(store, game, answers[game])
        async for game in store.games():  # also those whose opener never heard of them
            if is_game(game):
                audit(entry.event for entry in decode_all(await store.read(game)))


async def _patiently(attempt: Callable[[], Awaitable[httpx.Response]]) -> httpx.Response:
    """Asks again whenever the service is away; any refusal is a mistake."""
    while True:
        try:
            reply = await attempt()
        except httpx.TransportError:
            await asyncio.sleep(_LOOK_EVERY)
            continue
        if reply.status_code != httpx.codes.SERVICE_UNAVAILABLE:
            assert reply.is_success, f"{reply.request.method} {reply.request.url}: {reply.status_code} {reply.text}"
            return reply
        await asyncio.sleep(_LOOK_EVERY)


async def _check_game(store: EventStore, game: str, answers: list[Answer]) -> None:
    entries = await store.read(game)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), f"{game} has gaps"
    log = decode_all(entries)
    for answer in answers:
        first = answer.events[0].seq
        assert log[first - 1 : answer.seq] == answer.events, f"{game} does not hold what was acknowledged at {first}"
    assert audit(stored.event for stored in log).position.winners is not None, f"{game} is not over"
    acknowledged = [Span(answer.events[0].seq, answer.seq) for answer in answers]
    commands = sorted([*acknowledged, *await spans(store, game, len(log))])
    numbers = [number for span in commands for number in range(span.first, span.last + 1)]
    assert numbers == list(range(1, len(log) + 1)), f"{game}: an event belongs to no command, or to two"


async def spans(store: EventStore, game: str, length: int) -> list[Span]:
    """The events of the start and of each move of a bot."""
    names = ["start", *(f"bot:{seq}" for seq in range(1, length + 1))]
    stored = await asyncio.gather(*(store.command(game, name) for name in names))
    return [span for span in stored if span is not None]
