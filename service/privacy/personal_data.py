"""Everything that is stored about a player: the export, and the erasure.

Modules that store something about players register themselves in `sources` and `erasers`.
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
        self.erasers: list[Callable[[str], Awaitable[None]]] = []  # each must be safe to repeat

    async def export(self, player: str) -> dict[str, Any]:
        """Everything about a player, as JSON values, without secrets or their hashes."""
        record = await self._people.credentials.load(player)
        if record is None:
            return {}
        parts = {name: await source(player) for name, source in self.sources.items()}
        return {"player": player, **_from_record(record), **parts}

    async def forget(self, player: str) -> None:
        """Erase a player; the games stay, and bots play on. The credentials are deleted last, so that the player can
        still repeat the request if a step fails."""
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
        games: list[Any] = []
        for name in (f"mine:{player}", f"history:{player}"):
            start = 0
            while lines := (await self._lists.page(name, start=start, count=_PAGE)).lines:
                games += msgspec.to_builtins(lines)
                start += _PAGE
        return games


def _from_record(record: Record) -> dict[str, Any]:
    profile = record.profile
    return {
        "name": profile.name,
        "created": profile.created,
        "account": profile.account,
        "has_password": profile.password is not None,
        "sessions": [_shown(key) for key in _keys(record, "session")],
        "tokens": [_shown(key) for kind in ("guest", "token") for key in _keys(record, kind)],
    }


def _keys(record: Record, kind: Kind) -> list[Key]:
    return sorted((key for key in record.keys.values() if key.kind == kind), key=lambda key: key.created)


def _shown(key: Key) -> dict[str, Any]:
    shown: dict[str, Any] = msgspec.to_builtins(key)
    return shown
