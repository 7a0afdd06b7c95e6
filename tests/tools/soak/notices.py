"""`kill -9` of the worker while games are played and notices are sent.

None is lost, none is derived twice, and each mail, push and webhook comes at most once more, by its own id.
"""

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import aclosing, suppress
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Final

from service.assembly import assemble
from service.delivery.mail import mail_server, message_id
from service.delivery.parcels import MailContent, Parcel
from service.local_valkey.server import Embedded
from service.notices.follower import begin_notices
from service.notices.preferences import Preferences
from service.notices.records import Item
from service.people.identity import Person
from service.runtime.clock import wall_clock
from service.runtime.settings import outside
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.notice_process import process_settings
from tests.support.notice_worlds import NoticeWorld
from tests.support.receivers import Browser, Mailbox, Receiver, mailbox, receiving
from tests.support.servers import patient_store

_GAMES: Final = 2
_POLL: Final = 0.05  # seconds
_PATIENCE: Final = 90.0  # for everything to arrive, on a busy machine
_WISHES: Final = Preferences(choices={"turn": {"mail": "at_once"}, "started": {"mail": "at_once"}})


class _Round:
    """Two people with all ways, their games, and a worker that dies."""

    def __init__(
        self, store: EventStore, url: str, box: Mailbox, hooks: Receiver, pushes: Receiver, rng: Random
    ) -> None:
        settings = process_settings(url, box.port)
        self._url, self._box, self._hooks, self._pushes, self._rng = url, box, hooks, pushes, rng
        self._world = NoticeWorld(store, ManualClock(wall_clock()))
        self._world.services = assemble(store, self._world.clock, outside=outside(settings))
        server = mail_server(settings)
        assert server is not None
        self._server = server
        self._browser = Browser()
        self._people: list[Person] = []
        self._hook_ids: dict[str, str] = {}
        self._games: list[str] = []
        self._process: Process | None = None

    async def begin(self) -> None:
        services = self._world.services
        await begin_notices(self._world.store)
        for name in ("Oona", "Jaro"):
            person, _ = await services.people.welcome(name)
            await services.mail.addresses.confirm(person.player, f"{name.lower()}@lake.example", 0)
            self._hook_ids[person.player], _ = await services.hooks.add(person.player, self._hooks.url, "json")
            endpoint = f"{self._pushes.url}/{person.player}"
            await services.devices.add(person.player, "phone", endpoint, **self._browser.keys)
            await services.notices.preferences.change(person.player, lambda _: _WISHES)
            self._people.append(person)
        self._games = [await self._world.table(*self._people) for _ in range(_GAMES)]
        self._process = await self._start()

    async def play(self) -> None:
        """Some moves, a kill at some moment, and a worker that takes over."""
        if self._rng.random() < 0.5:
            self._box.on_data = self._kill  # the mail has come, and nobody knows it
        for game in self._games:
            await self._turn(game)
        await asyncio.sleep(self._rng.uniform(0, 0.4))
        self._kill()
        await self._buried()
        self._box.on_data = lambda: None
        self._process = await self._start()
        await asyncio.wait_for(self._everything(), _PATIENCE)
        await self._check()

    async def end(self) -> None:
        self._kill()
        await self._buried()

    async def _turn(self, game: str) -> None:
        """Moves of one person until it is the other's turn; a game that is over is followed by another one."""
        self._world.clock.now = wall_clock()
        if (await self._world.services.live.current(game)).position.seat is None:
            self._games[self._games.index(game)] = game = await self._world.table(*self._people)
        before = await self._world.mover(game)
        while (seat := (await self._world.services.live.current(game)).position.seat) is not None:
            if (await self._world.services.tables.seating(game)).players[seat] != before:
                return
            await self._world.move(game, self._rng)

    async def _start(self) -> Process:
        command = (sys.executable, "-m", "tests.support.notice_process", self._url, str(self._box.port))
        process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
        assert process.stdout is not None
        assert await process.stdout.readline() == b"ready\n"
        return process

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):  # the mail killed it a moment ago, and asyncio has not heard of it yet
                os.kill(self._process.pid, signal.SIGKILL)

    async def _buried(self) -> None:
        assert self._process is not None
        await self._process.communicate()

    async def _everything(self) -> None:
        """Returns when everything that is owed has arrived."""
        while await self._missing():
            await asyncio.sleep(_POLL)

    async def _missing(self) -> bool:
        for item, person in await self._owed():
            if item is None or not {"mail", "push", "webhook"} <= item.ways:
                return True
            if not self._mails()[self._message(item, person)] or not self._calls()[self._call(item, person)]:
                return True
        return any([await self._world.services.outbox.waiting(way) for way in ("mail", "push", "webhook")])

    async def _owed(self) -> list[tuple[Item | None, Person]]:
        """The notice of each turn that waits now; None if it was not worked out yet."""
        owed: list[tuple[Item | None, Person]] = []
        for game in self._games:
            position = (await self._world.services.live.current(game)).position
            if position.seat is None:
                continue
            [person] = [person for person in self._people if person.player == await self._world.mover(game)]
            number = (await self._world.services.live.current(game)).version
            items = await self._world.items(person)
            owed.append((next((item for item in items if _is_of(item, game, number)), None), person))
        return owed

    def _message(self, item: Item, person: Person) -> str:
        address = f"{person.name.lower()}@lake.example"
        id = _parcel_id(item, person, "mail", address)
        return message_id(Parcel(id, person.player, address, MailContent("", ""), 0, 0), self._server)

    def _call(self, item: Item, person: Person) -> str:
        return _parcel_id(item, person, "webhook", self._hook_ids[person.player])

    def _mails(self) -> Counter[str]:
        return Counter(str(mail["Message-ID"]) for mail in self._box.mails)

    def _calls(self) -> Counter[str]:
        return Counter(request.headers["webhook-id"] for request in self._hooks.requests)

    async def _check(self) -> None:
        for counted in (self._mails(), self._calls(), self._pushed()):
            assert all(count <= 2 for count in counted.values()), counted.most_common(3)
        for person in self._people:
            derived = Counter(item.notice.command_id for item in await self._world.items(person))
            assert all(count == 1 for count in derived.values()), derived.most_common(3)
        self._box.mails.clear()
        self._hooks.requests.clear()
        self._pushes.requests.clear()

    def _pushed(self) -> Counter[tuple[str, bytes]]:
        return Counter((request.path, self._browser.read(request.body)) for request in self._pushes.requests)


def _is_of(item: Item, game: str, number: int) -> bool:
    return (item.notice.kind, item.notice.game, item.notice.number) == ("turn", game, number)


def _parcel_id(item: Item, person: Person, way: str, target: str) -> str:
    """As `Packing` names parcels."""
    digest = blake2b(target.encode(), digest_size=6).hexdigest()
    return f"{person.player}:{item.mark}:{way}:{digest}"


async def notices_survive_kills(rounds: int, url: str, seed: int) -> str:
    """Raises AssertionError if anything was lost or came too often; says what was done."""
    async with aclosing(patient_store(url)) as store, mailbox() as box, receiving() as hooks, receiving() as pushes:
        proof = _Round(store, url, box, hooks, pushes, Random(seed))
        await proof.begin()
        try:
            for _ in range(rounds):
                await proof.play()
        finally:
            await proof.end()
    return f"{rounds} kills of a worker that sends notices: none lost, none derived twice, each at most once more"


async def _on_a_server(rounds: int, seed: int, directory: Path) -> str:
    async with Embedded(directory) as server:
        return await notices_survive_kills(rounds, server.url, seed)


def main(rounds: int = 200, seed: int = 1) -> None:
    with tempfile.TemporaryDirectory() as directory:
        print(asyncio.run(_on_a_server(rounds, seed, Path(directory))))


if __name__ == "__main__":
    main()
