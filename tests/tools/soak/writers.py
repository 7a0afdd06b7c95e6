"""Clients that write for as long as they are let, note what was acknowledged, and check later that it is all there."""

import asyncio
from collections import Counter
from contextlib import aclosing
from itertools import count

from service.store.errors import StreamMoved, Unavailable
from service.store.event_store import Appended, EventStore

_SHARED = "shared"  # a game that several writers race for


class Writers:
    """Some have a game of their own, some share one. Those that are patient ask again until they get an answer."""

    def __init__(self, store: EventStore, alone: int = 12, sharing: int = 4, patient: bool = True) -> None:
        self._store = store
        self._patient = patient
        self._games = [f"game{number}" for number in range(alone)] + [_SHARED] * sharing
        self._news = asyncio.Condition()
        self.acknowledged: dict[str, tuple[str, Appended]] = {}
        self.attempted = 0

    async def write(self) -> None:
        """Until cancelled; or, when not patient, until the server is gone."""
        await asyncio.gather(*(self._write(f"writer{n}", game) for n, game in enumerate(self._games)))

    async def more(self, commands: int) -> None:
        """Returns when this many more commands have been acknowledged."""
        goal = len(self.acknowledged) + commands
        async with self._news:
            await self._news.wait_for(lambda: len(self.acknowledged) >= goal)

    async def _write(self, name: str, game: str) -> None:
        version = 0
        for number in count():
            command = f"{name}-{number}"
            self.attempted += 1
            try:
                answer = await self._answer(game, version, command)
            except Unavailable:
                return
            version = answer.last
            self.acknowledged[command] = game, answer
            async with self._news:
                self._news.notify_all()

    async def _answer(self, game: str, version: int, command: str) -> Appended:
        while True:
            try:
                return await self._store.append(game, version, parts(command), command)
            except StreamMoved as moved:
                version = moved.version
            except Unavailable:
                if not self._patient:
                    raise
                await asyncio.sleep(0.005)

    async def losses(self, store: EventStore) -> list[str]:
        """The acknowledged commands that are not in `store` as they were acknowledged."""
        logs = {game: await store.read(game) for game in set(self._games)}
        lost = []
        for command, (game, answer) in self.acknowledged.items():
            stored = [entry.data for entry in logs[game][answer.first - 1 : answer.last]]
            if stored != parts(command):
                lost.append(command)
        return lost

    async def check(self, store: EventStore) -> None:
        """No gaps, no command twice or in part, acknowledged or not; and the feeds tell of each just once."""
        announced = Counter[str]()
        commands = 0
        for game in set(self._games):
            entries = await store.read(game)
            assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1)), f"{game} has gaps"
            stored = [entry.data for entry in entries]
            names = list(dict.fromkeys(data.decode().partition(":")[0] for data in stored))
            assert stored == [part for name in names for part in parts(name)], (
                f"{game} holds a command twice or in part"
            )
            commands += len(names)
        async with aclosing(store.feeds.follow({})) as feed:
            for _ in range(commands):
                entry = await anext(feed)
                announced[f"{entry.game}:{entry.first}"] += 1
        assert len(announced) == commands, "the feeds tell of a command twice"


def parts(command: str) -> list[bytes]:
    """One to three events that say which command they belong to, and how many there must be."""
    size = 1 + sum(command.encode()) % 3
    return [f"{command}:{number}/{size}".encode() for number in range(1, size + 1)]
