"""What players agree on about time during a game: a pause, which all must want, and time that one gives to another.

Everything is written into the log of the table. It is bounded, so that every game comes to an end: a few pauses of some
weeks, and a few days from each player.
"""

from collections.abc import Callable
from typing import Final

from domain.decide import OVER
from domain.errors import IllegalMove, Reason
from domain.position import Position
from projections.timing import Timing
from service.games.clocks.rests import DAY, Span, TableTime, coming
from service.games.clocks.time_events import HolidaysNoted, PauseAgreed, PauseAsked, PauseBegun, PauseEnded, TimeGiven
from service.games.live_games import LiveGames
from service.games.outages import Outages
from service.games.seating import SEAT_LEFT, SEATS_OPEN, Seating, SeatingEvent
from service.games.tables import Tables
from service.runtime.clock import Clock

MOST_PAUSES: Final = 3
LONGEST_PAUSE: Final = 30  # days
MOST_GIVEN: Final = 5  # days by each player
_MOST_CHANGES: Final = 300  # of the clocks of one table, by its players

NO_CLOCK: Final = Reason("no_clock", "", "This game has no clock: nobody has to hurry.")
BAD_PAUSE: Final = Reason("bad_pause", "", "A pause has 1 to {most} days.")
TOO_MANY_PAUSES: Final = Reason("too_many_pauses", "", "A game has at most {most} pauses.")
PAUSED_ALREADY: Final = Reason("paused_already", "", "This game is paused already.")
NOT_PAUSED: Final = Reason("not_paused", "", "This game is not paused, and nobody has asked for it.")
NO_PAUSE_ASKED: Final = Reason("no_pause_asked", "", "Nobody else has asked for a pause.")
NOBODY_HURRIES: Final = Reason("nobody_hurries", "", "You can give a day only to somebody else whose time is running.")
TOO_MANY_GIVEN: Final = Reason(
    "too_many_given", "", "You have given {most} days in this game, and no more are allowed."
)
TOO_MANY_CHANGES: Final = Reason("too_many_changes", "", "The clocks of this game were changed {most} times: play on.")


class Agreements:
    def __init__(self, tables: Tables, live: LiveGames, outages: Outages, clock: Clock) -> None:
        self._tables = tables
        self._live = live
        self._outages = outages
        self._clock = clock

    async def ask_pause(self, game: str, seat: int, days: int) -> Seating:
        """A pause, if the others agree; at once if there is nobody else. Raises IllegalMove, as all of these do."""
        if not 1 <= days <= LONGEST_PAUSE:
            raise IllegalMove(BAD_PAUSE.about(most=LONGEST_PAUSE))

        def decide(table: Seating, people: frozenset[int], now: int) -> list[SeatingEvent]:
            if is_paused(table.time, now):
                raise IllegalMove(PAUSED_ALREADY)
            if len(table.time.pauses) >= MOST_PAUSES:
                raise IllegalMove(TOO_MANY_PAUSES.about(most=MOST_PAUSES))
            question = PauseAsked(seat, now, days)
            return [question, PauseBegun(now, now + days * DAY)] if people <= {seat} else [question]

        return await self._change(game, seat, decide)

    async def agree_to_pause(self, game: str, seat: int) -> Seating:
        """The pause begins as soon as everybody wants it."""

        def decide(table: Seating, people: frozenset[int], now: int) -> list[SeatingEvent]:
            ask = table.time.ask
            if ask is None or seat in ask.agreed:
                raise IllegalMove(NO_PAUSE_ASKED)
            agreed = PauseAgreed(seat, now)
            is_wanted = people <= {*ask.agreed, seat}
            return [agreed, PauseBegun(now, now + ask.days * DAY)] if is_wanted else [agreed]

        return await self._change(game, seat, decide)

    async def end_pause(self, game: str, seat: int) -> Seating:
        """Ends the pause, or the question whether there should be one."""

        def decide(table: Seating, people: frozenset[int], now: int) -> list[SeatingEvent]:
            if table.time.ask is None and not is_paused(table.time, now):
                raise IllegalMove(NOT_PAUSED)
            return [PauseEnded(seat, now)]

        return await self._change(game, seat, decide)

    async def give_day(self, game: str, seat: int) -> Seating:
        """A day more for the player whose time is running."""
        turn = await self._running(game)
        if turn is None or turn.seat == seat or turn.due <= self._clock():
            raise IllegalMove(NOBODY_HURRIES)

        def decide(table: Seating, people: frozenset[int], now: int) -> list[SeatingEvent]:
            if sum(gift.by == seat for gift in table.time.gifts) >= MOST_GIVEN:
                raise IllegalMove(TOO_MANY_GIVEN.about(most=MOST_GIVEN))
            return [TimeGiven(seat, turn.turn, DAY, now)]

        return await self._change(game, seat, decide)

    async def note_holidays(self, game: str, player: str, holidays: tuple[Span, ...]) -> None:
        """Write the holidays of a player into the log of a table that allows them, unless it has them already."""

        async def decide(table: Seating) -> list[SeatingEvent]:
            now, seat = self._clock(), table.seat_of(player)
            if seat is None or not table.time.terms.holidays or table.is_cancelled:
                return []
            noted, planned = coming(table.time.holidays_of(seat), now), coming(holidays, now)
            return [] if noted == planned else [HolidaysNoted(seat, now, planned)]

        await self._tables.change(game, decide)

    async def _running(self, game: str) -> Timing | None:
        table = await self._tables.seating(game)
        if table.opened.clock is None:
            raise IllegalMove(NO_CLOCK)
        view = (await self._live.live(game)).view
        return view.watch(table.opened.clock, await self._outages.all(), table.time).timing()

    async def _change(
        self, game: str, seat: int, decide: Callable[[Seating, frozenset[int], int], list[SeatingEvent]]
    ) -> Seating:
        position = (await self._live.live(game)).view.newest.position

        async def decide_now(table: Seating) -> list[SeatingEvent]:
            _check(table, position, seat)
            return decide(table, _people(position), self._clock())

        await self._tables.change(game, decide_now)
        return await self._tables.seating(game)


def is_paused(time: TableTime, now: int) -> bool:
    return any(begin <= now < end for begin, end in time.pauses)


def _check(table: Seating, position: Position, seat: int) -> None:
    if table.opened.clock is None:
        raise IllegalMove(NO_CLOCK)
    if not table.is_full:
        raise IllegalMove(SEATS_OPEN)
    if table.is_cancelled or table.opened.is_record or position.winners is not None:
        raise IllegalMove(OVER)
    if seat not in _people(position):
        raise IllegalMove(SEAT_LEFT)
    if table.time.changes >= _MOST_CHANGES:
        raise IllegalMove(TOO_MANY_CHANGES.about(most=_MOST_CHANGES))


def _people(position: Position) -> frozenset[int]:
    """The seats that no bot plays."""
    return frozenset(seat for seat, player in enumerate(position.players) if player.bot is None)
