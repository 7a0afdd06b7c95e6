"""The stored tournaments. Each is a log; sorted sets list those that go on, those that are over, and those of a
person."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from cachetools import LRUCache

from domain.errors import Reason
from service.games.starting.ids import random_ids
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.log_names import tournament_log
from service.store.structures.sorted_sets import SortedSet
from service.store.typed_log import TypedLog
from service.tournaments.records import (
    TOURNAMENT_LOGS,
    Entered,
    Terms,
    Tournament,
    TournamentEnded,
    TournamentEvent,
    TournamentOpened,
    Withdrawn,
)
from service.tournaments.terms import check

NEEDS_ACCOUNT: Final = Reason(
    "tournament_account", "", "Tournaments need an account: create one in the settings first."
)
NO_SUCH_TOURNAMENT: Final = Reason("no_such_tournament", "", "There is no such tournament.")
HAS_BEGUN: Final = Reason("tournament_begun", "", "This tournament has begun: nobody can enter it any more.")
IS_OVER: Final = Reason("tournament_over", "", "This tournament is over.")
IS_FULL: Final = Reason("tournament_full", "", "This tournament is for {most} people, and all places are taken.")
NOT_ENTERED: Final = Reason("not_entered", "", "You have not entered this tournament.")
NOT_YOURS: Final = Reason("tournament_not_yours", "", "Only who opened a tournament can call it off.")
TOO_MANY_OPENED: Final = Reason(
    "too_many_tournaments",
    "",
    "You have opened {most} tournaments that are not over: wait for one to end, or call it off.",
)
TOO_MANY_ENTERED: Final = Reason(
    "too_many_entered", "", "You have entered {most} tournaments that are not over: withdraw from one first."
)
HOUSE_FULL: Final = Reason(
    "tournaments_full", "", "There are {most} tournaments already: open yours when one has ended."
)
OPENED: Final = 2  # by one person, at a time
ENTERED: Final = 5  # by one person, at a time
ACTIVE: Final = 200  # of everybody, at a time
_CACHED: Final = 500
_Log: TypeAlias = TypedLog[TournamentEvent, Tournament | None]


class Tournaments:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._logs: LRUCache[str, _Log] = LRUCache(_CACHED)

    async def open(self, person: Person, terms: Terms) -> str:
        """Raises Refused or IllegalMove."""
        await self.check_opening(person, terms)
        tournament = next(random_ids())
        await self.open_once(tournament, TournamentOpened(self._clock(), person.player, terms))
        return tournament

    async def check_opening(self, person: Person, terms: Terms) -> None:
        """Raises Refused or IllegalMove if `person` may not open such a tournament."""
        if not person.has_account:
            raise Refused(NEEDS_ACCOUNT, "forbidden")
        check(terms, self._clock())
        if terms.rated:
            person.standing.check_rated()
        active = await self.active()
        if len(active) >= ACTIVE:
            raise Refused(HOUSE_FULL.about(most=ACTIVE), "conflict")
        opened = [state for state in (await self.of(person.player)).values() if state.opened.by == person.player]
        if len(opened) >= OPENED:
            raise Refused(TOO_MANY_OPENED.about(most=OPENED), "conflict")

    async def open_once(self, tournament: str, opened: TournamentOpened) -> None:
        """Unless it is there already."""
        await self._active.add_new(tournament, opened.terms.starts)
        if opened.by is not None:
            await self._of(opened.by).put(tournament, opened.terms.until)
        await self._log(tournament).begin([opened])

    async def state(self, tournament: str) -> Tournament:
        """Raises Refused if there is none."""
        state = await self._log(tournament).read()
        if state is None:
            raise Refused(NO_SUCH_TOURNAMENT, "not_found")
        return state

    async def states(self, tournaments: Sequence[str]) -> dict[str, Tournament]:
        """Those that exist."""
        states = await asyncio.gather(*(self._log(tournament).read() for tournament in tournaments))
        return {id: state for id, state in zip(tournaments, states, strict=True) if state is not None}

    async def enter(self, tournament: str, person: Person) -> None:
        """Nothing happens if that was done before. Raises Refused."""
        state = await self.state(tournament)
        if not person.has_account:
            raise Refused(NEEDS_ACCOUNT, "forbidden")
        if state.terms.rated:
            person.standing.check_rated()
        entered = [state for state in (await self.of(person.player)).values() if person.player in state.entered]
        if len(entered) >= ENTERED and person.player not in state.entered:
            raise Refused(TOO_MANY_ENTERED.about(most=ENTERED), "conflict")
        await self._of(person.player).put(tournament, state.terms.until)

        async def decide(now: Tournament) -> list[TournamentEvent]:
            if person.player in now.entered:
                return []
            if now.ended is not None:
                raise Refused(IS_OVER, "conflict")
            if now.order:
                raise Refused(HAS_BEGUN, "conflict")
            if len(now.entered) >= now.terms.most:
                raise Refused(IS_FULL.about(most=now.terms.most), "conflict")
            return [Entered(self._clock(), person.player)]

        await self.change(tournament, decide)

    async def withdraw(self, tournament: str, player: str) -> None:
        """Raises Refused."""

        async def decide(now: Tournament) -> list[TournamentEvent]:
            if now.ended is not None:
                raise Refused(IS_OVER, "conflict")
            if player not in now.entered or player in now.withdrawn:
                raise Refused(NOT_ENTERED, "not_found")
            return [Withdrawn(self._clock(), player)]

        await self.change(tournament, decide)

    async def call_off(self, tournament: str, player: str) -> None:
        """Before it begins, by who opened it. Raises Refused."""

        async def decide(now: Tournament) -> list[TournamentEvent]:
            if now.opened.by != player:
                raise Refused(NOT_YOURS, "forbidden")
            if now.ended is not None:
                raise Refused(IS_OVER, "conflict")
            if now.order:
                raise Refused(HAS_BEGUN, "conflict")
            return [TournamentEnded(self._clock(), "called_off")]

        await self.change(tournament, decide)

    async def change(
        self, tournament: str, decide: Callable[[Tournament], Awaitable[Sequence[TournamentEvent]]]
    ) -> None:
        """Append what `decide` makes of the tournament; raises Refused."""

        async def decide_existing(now: Tournament | None) -> Sequence[TournamentEvent]:
            if now is None:
                raise Refused(NO_SUCH_TOURNAMENT, "not_found")
            return await decide(now)

        await self._log(tournament).change(decide_existing)

    async def active(self) -> list[str]:
        """Those that are not over, the one that begins first first."""
        return await self._active.members()

    async def over(self, start: int, count: int) -> list[str]:
        """The one that ended last first."""
        return await self._over.members(start, count, highest_first=True)

    async def of(self, player: str) -> dict[str, Tournament]:
        """Those that are not over and that a person has opened or entered."""
        states = await self.states(await self._of(player).members())
        gone = [id for id, state in states.items() if state.ended is not None]
        if gone:
            await self._of(player).remove(*gone)
        return {id: state for id, state in states.items() if state.ended is None}

    async def put_away(self, tournament: str, ended: TournamentEnded | None) -> None:
        """It is over, or was never opened. May be repeated."""
        if ended is not None and ended.why in ("finished", "too_late"):
            await self._over.put(tournament, ended.at)
        await self._active.remove(tournament)

    async def erase(self, player: str) -> None:
        """Somebody leaves: they get no more games, and what they have opened and nobody plays is called off."""
        for tournament, state in (await self.of(player)).items():
            if player in state.entered and player not in state.withdrawn:
                await _ignoring_refusals(self.withdraw(tournament, player))
            if state.opened.by == player and not state.order:
                await _ignoring_refusals(self.call_off(tournament, player))
        await self._of(player).delete()

    def _log(self, tournament: str) -> _Log:
        if tournament not in self._logs:
            self._logs[tournament] = TypedLog(self._store, TOURNAMENT_LOGS, tournament_log(tournament))
        log: _Log = self._logs[tournament]
        return log

    def _of(self, player: str) -> SortedSet:
        return SortedSet(self._store, f"tournaments:of:{player}", durable=True)

    @property
    def _active(self) -> SortedSet:
        return SortedSet(self._store, "tournaments:active", durable=True)

    @property
    def _over(self) -> SortedSet:
        return SortedSet(self._store, "tournaments:over", durable=True)


async def _ignoring_refusals(change: Awaitable[None]) -> None:
    """Somebody else was quicker: then it is done, or over."""
    with suppress(Refused):
        await change
