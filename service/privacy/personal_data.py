"""Everything that is stored about a player: the export, and the erasure.

Parts that store something about a player add their function to `erasers`; the export route joins their data.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import msgspec

from service.people.account_names import AccountNames
from service.people.activity import Activity, Entry
from service.people.credentials import Key, Record, StoredKind
from service.people.identity import People
from service.privacy.anonymise import ShownLine, ShownLists, Vacancies
from service.privacy.departed import Departed
from service.privacy.own_games import OwnGames

_AT_ONCE = 20  # tables that are left at the same time


class PersonalData(msgspec.Struct, frozen=True, kw_only=True):
    """The stored data of a person, without any secret or its hash. Times are in milliseconds."""

    exported: str  # when, as ISO 8601
    player: str
    name: str
    created: int
    account: str | None  # the name as it is compared, if there is an account
    has_password: bool
    sessions: list[Key]
    tokens: list[Key]
    devices: list[Key]  # that have signed in before
    game_links: list[Key]  # of mails, each into one game, and the visits that they have opened
    second_factor: bool
    passkeys: list[str]  # their names
    activity: list[Entry]
    games: list[ShownLine]


class OwnData:
    def __init__(
        self,
        people: People,
        names: AccountNames,
        activity: Activity,
        departed: Departed,
        lists: ShownLists,
        vacancies: Vacancies,
        own_games: OwnGames,
    ) -> None:
        self._activity = activity
        self._people = people
        self._names = names
        self._departed = departed
        self._lists = lists
        self._vacancies = vacancies
        self._own_games = own_games
        self.erasers: list[Callable[[str], Awaitable[None]]] = [activity.erase]  # each must be safe to repeat

    async def export(self, player: str) -> PersonalData | None:
        """The data of a player; None if nothing is stored."""
        record = await self._people.credentials.load(player)
        if record is None:
            return None
        profile = record.profile
        return PersonalData(
            exported=datetime.now(UTC).isoformat(),
            player=player,
            name=profile.name,
            created=profile.created,
            account=profile.account,
            has_password=profile.password is not None,
            sessions=_keys(record, "session"),
            tokens=[*_keys(record, "guest"), *_keys(record, "token")],
            devices=_keys(record, "device"),
            game_links=[*_keys(record, "link"), *_keys(record, "visit")],
            second_factor=record.factor is not None and record.factor.is_on,
            passkeys=[passkey.name for passkey in record.passkeys.values()],
            activity=await self._activity.recent(player),
            games=[line for name in ("mine", "history") for line in await self._lists.all(f"{name}:{player}")],
        )

    async def forget(self, player: str) -> None:
        """Erases the person; the games stay, and bots play on. The credentials go last, so that the person can try
        again if anything fails before."""
        await self._depart(player)
        await self._erase(player)

    async def forget_guest(self, player: str) -> None:
        """Erases a guest who has not come back, with the games of nobody else. Who played only those needs no entry
        among the departed, so that the number of guests does not matter there."""
        if await self._own_games.remove(player):
            await self._depart(player)
        await self._erase(player)

    async def _depart(self, player: str) -> None:
        await self._departed.add(player)
        await self._leave_tables(player)

    async def _erase(self, player: str) -> None:
        record = await self._people.credentials.load(player)
        for erase in self.erasers:
            await erase(player)
        for name in record.profile.claims if record is not None else ():
            await self._names.release(name, player)
        await self._people.credentials.forget(player)
        self._people.forget(player)

    async def _leave_tables(self, player: str) -> None:
        """Again until nothing new is listed: games change their places in the list while it is read page by page."""
        done: set[str] = set()
        while new := [line.game for line in await self._lists.all(f"mine:{player}") if line.game not in done]:
            for begin in range(0, len(new), _AT_ONCE):
                await asyncio.gather(*(self._vacancies.vacate(game, player) for game in new[begin : begin + _AT_ONCE]))
            done.update(new)


def _keys(record: Record, kind: StoredKind) -> list[Key]:
    return sorted((key for key in record.keys.values() if key.kind == kind), key=lambda key: key.created)
