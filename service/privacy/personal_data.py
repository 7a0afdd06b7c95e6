"""Everything that is kept about a person: to take along, and to be forgotten.

Other modules that keep something of a person add themselves to `sources` and `erasers`.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from service.people.account_names import AccountNames
from service.people.credentials import Key, Kind, Record
from service.people.identity import People
from service.privacy.anonymise import ShownLists, Vacancies
from service.privacy.departed import Departed

_PAGE = 200
_ALL = 1_000_000


class OwnData:
    def __init__(
        self, people: People, names: AccountNames, departed: Departed, lists: ShownLists, vacancies: Vacancies
    ) -> None:
        self._people = people
        self._names = names
        self._departed = departed
        self._lists = lists
        self._vacancies = vacancies
        self.sources: dict[str, Callable[[str], Awaitable[Any]]] = {"games": self._games}
        self.erasers: list[Callable[[str], Awaitable[None]]] = []  # each may be called again

    async def export(self, player: str) -> dict[str, Any]:
        """As JSON, without any secret or its hash."""
        record = await self._people.credentials.load(player)
        if record is None:
            return {}
        own = {name: await source(player) for name, source in self.sources.items()}
        return {"player": player, **_about(record), **own}

    async def forget(self, player: str) -> None:
        """The person goes; the games stay, and bots play on. What proves the person goes last: whatever fails, it can
        be tried again."""
        record = await self._people.credentials.load(player)
        await self._departed.add(player)
        for line in (await self._lists.page(f"mine:{player}", count=_ALL)).lines:
            await self._vacancies.vacate(line.game, player)
        for erase in self.erasers:
            await erase(player)
        for name in record.profile.claims if record is not None else ():
            await self._names.release(name, player)
        await self._people.credentials.forget(player)
        self._people.forget(player)

    async def _games(self, player: str) -> list[Any]:
        found: list[Any] = []
        for shelf in (f"mine:{player}", f"history:{player}"):
            start = 0
            while lines := (await self._lists.page(shelf, start=start, count=_PAGE)).lines:
                found += msgspec.to_builtins(lines)
                start += _PAGE
        return found


def _about(record: Record) -> dict[str, Any]:
    profile = record.profile
    return {
        "name": profile.name,
        "created": profile.created,
        "account": profile.account,
        "has_password": profile.password is not None,
        "sessions": [_shown(key) for key in _of(record, "session")],
        "tokens": [_shown(key) for kind in ("guest", "token") for key in _of(record, kind)],
    }


def _of(record: Record, kind: Kind) -> list[Key]:
    return sorted((key for key in record.keys.values() if key.kind == kind), key=lambda key: key.created)


def _shown(key: Key) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(key)
    return shown
