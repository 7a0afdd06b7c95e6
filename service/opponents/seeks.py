"""What people look for. All of it is one hash, so that the seeks of several people change in one step.

A field for each person has their seeks. One for each game whose players were found has those seeks until the players
are seated (`matcher.py`).
"""

import secrets
from collections.abc import Callable, Container, Mapping
from typing import Final, NamedTuple

import msgspec

from domain.errors import IllegalMove, Reason
from domain.rules import Rules, flaw
from projections.timing import TimeControl, flaw_of_clock
from service.games.starting.rated import RATED_NEEDS_ACCOUNT
from service.opponents.records import OWN_SEEKS, RESERVATIONS, OwnSeeks, Reservation, Seek
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script

TOO_MANY_SEEKS: Final = Reason(
    "too_many_seeks", "", "You look for {most} games already, and no more are allowed: withdraw one of them first."
)
BAD_AT_ONCE: Final = Reason("bad_at_once", "", "You can look for 1 to {most} games at once.")
BAD_RATING_RANGE: Final = Reason("bad_rating_range", "", "The lowest rating is above the highest: nobody fits.")
SEEK_EXISTS: Final = Reason("seek_exists", "", "You look for such a game already.")
NO_SUCH_SEEK: Final = Reason("no_such_seek", "", "You do not look for this game any more.")
_DAY: Final = 24 * 60 * 60 * 1000
_EXCHANGE: Final = Script("service.opponents", "exchange.lua")
_KEY: Final = "seeks"
_PLAYER, _GAME, _CHANGES = "player:", "game:", "changes"


class SeekLimits(NamedTuple):
    seeks: int
    at_once: int
    days: int  # until a seek ends


ACCOUNTS: Final = SeekLimits(seeks=5, at_once=5, days=30)
GUESTS: Final = SeekLimits(seeks=1, at_once=1, days=3)


class Wish(NamedTuple):
    """What somebody looks for."""

    rules: Rules
    clock: TimeControl
    rated: bool = False
    at_once: int = 1
    stands: bool = False
    lowest: float | None = None
    highest: float | None = None


class Stored:
    """Everything, as it was at one moment."""

    def __init__(self, fields: Mapping[str, bytes]) -> None:
        self.fields = fields
        self.seeks = {name: OWN_SEEKS.decode(own) for name, own in _of_kind(fields, _PLAYER)}  # by player
        self.reservations = {
            name: RESERVATIONS.decode(reserved) for name, reserved in _of_kind(fields, _GAME)
        }  # by game


class Seeks:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def leave(self, person: Person, wish: Wish) -> Seek:
        """Look for a game; raises IllegalMove or Refused."""
        limits = limits_of(person)
        check(person, wish, limits)
        now = self._clock()
        until = now + limits.days * _DAY
        new = Seek(secrets.token_urlsafe(9), wish.rules, wish.clock, wish.rated, now, until, *wish[3:])

        def change(own: OwnSeeks) -> OwnSeeks:
            own = tuple(seek for seek in own if now < seek.until)
            if any(_wanted(seek) == _wanted(new) for seek in own):
                raise Refused(SEEK_EXISTS, "conflict")
            if len(own) >= limits.seeks:
                raise Refused(TOO_MANY_SEEKS.about(most=limits.seeks), "conflict")
            return (*own, new)

        await self.change(person.player, change)
        return new

    async def withdraw(self, player: str, seek: str) -> None:
        """Look for a game no longer; raises Refused. Games that were found go on."""

        def change(own: OwnSeeks) -> OwnSeeks:
            if not any(other.id == seek for other in own):
                raise Refused(NO_SUCH_SEEK, "not_found")
            return tuple(other for other in own if other.id != seek)

        await self.change(player, change)

    async def of(self, player: str) -> OwnSeeks:
        """The oldest first, without those that have ended."""
        stored, now = await self._hash.get(f"{_PLAYER}{player}"), self._clock()
        return tuple(seek for seek in (OWN_SEEKS.decode(stored) if stored else ()) if now < seek.until)

    async def change(self, player: str, change: Callable[[OwnSeeks], OwnSeeks]) -> None:
        """Store what `change` makes of somebody's seeks, again if others were quicker."""
        field = f"{_PLAYER}{player}"
        while True:
            stored = await self._hash.get(field)
            before = Stored({field: stored} if stored else {})
            after = change(before.seeks.get(player, ()))
            if after == before.seeks.get(player, ()) or await self._exchange(before, _by_field({player: after})):
                return

    async def hand_over(self, guest: str, to: str) -> None:
        """Nobody is found for a guest who has become somebody else."""
        await self.erase(guest)

    async def erase(self, player: str) -> None:
        await self.change(player, lambda _: ())

    async def changes(self) -> int:
        """How often anything has changed."""
        return int(await self._hash.get(_CHANGES) or 0)

    async def all(self) -> Stored:
        return Stored(await self._hash.all())

    async def reserve(self, game: str, reservation: Reservation, stored: Stored) -> bool:
        """Note that players were found for a game, and take their seeks out of the way; False if one of those has
        changed since they were read."""
        after = {player: _with_game(stored.seeks[player], seek.id, game) for player, seek in reservation.seeks}
        return await self._exchange(stored, {**_by_field(after), f"{_GAME}{game}": msgspec.msgpack.encode(reservation)})

    async def seated(self, game: str) -> None:
        """The players of a game have their seats. May be repeated."""
        await self._hash.remove(f"{_GAME}{game}")

    async def put_back(self, game: str, gone: Container[str]) -> None:
        """The game cannot be: its players look on, except those who are `gone`. May be repeated."""
        while (reservation := (stored := await self.all()).reservations.get(game)) is not None:
            after = {
                player: _restored(stored.seeks.get(player, ()), seek, game)
                for player, seek in reservation.seeks
                if player not in gone
            }
            if await self._exchange(stored, {**_by_field(after), f"{_GAME}{game}": b""}):
                return

    async def _exchange(self, stored: Stored, after: Mapping[str, bytes]) -> bool:
        """Give these fields other values, if all of them are as they are in `stored`."""
        args = [part for field, value in after.items() for part in (field, stored.fields.get(field, b""), value)]
        return bool(await _EXCHANGE.run(self._store, _KEY, *args, durable=True))

    @property
    def _hash(self) -> Hash:
        return Hash(self._store, _KEY, durable=True)


def limits_of(person: Person) -> SeekLimits:
    return ACCOUNTS if person.has_account else GUESTS


def check(person: Person, wish: Wish, limits: SeekLimits) -> None:
    """Raises IllegalMove or Refused if nobody could look for this, or not this person."""
    if reason := flaw(wish.rules) or flaw_of_clock(wish.clock):
        raise IllegalMove(reason)
    if not 1 <= wish.at_once <= limits.at_once:
        raise Refused(BAD_AT_ONCE.about(most=limits.at_once), "invalid")
    if wish.lowest is not None and wish.highest is not None and wish.lowest > wish.highest:
        raise Refused(BAD_RATING_RANGE, "invalid")
    if wish.rated:
        if not person.has_account:
            raise IllegalMove(RATED_NEEDS_ACCOUNT)
        person.standing.check_rated()


def _wanted(seek: Seek) -> tuple[object, ...]:
    return seek.rules, seek.clock, seek.rated, seek.lowest, seek.highest


def _with_game(own: OwnSeeks, id: str, game: str) -> OwnSeeks:
    """Without the seek if one game was all that it asked for."""
    changed = [
        msgspec.structs.replace(seek, games=(*seek.games, game)) if seek.id == id else seek
        for seek in own
        if seek.id != id or seek.stands
    ]
    return tuple(changed)


def _restored(own: OwnSeeks, seek: Seek, game: str) -> OwnSeeks:
    """As if this game had never been found. A standing seek that was withdrawn meanwhile stays away."""
    if seek.stands:
        return tuple(
            msgspec.structs.replace(other, games=tuple(name for name in other.games if name != game)) for other in own
        )
    return own if any(other.id == seek.id for other in own) else (seek, *own)


def _by_field(seeks: Mapping[str, OwnSeeks]) -> dict[str, bytes]:
    return {f"{_PLAYER}{player}": msgspec.msgpack.encode(own) if own else b"" for player, own in seeks.items()}


def _of_kind(fields: Mapping[str, bytes], kind: str) -> list[tuple[str, bytes]]:
    """Without the prefix of the kind."""
    return [(field.removeprefix(kind), value) for field, value in fields.items() if field.startswith(kind)]
