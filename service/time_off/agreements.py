"""What a player may do about time without asking: end a pause (service/games/consent begins it), give a day.

Everything is written into the log of the table. It is bounded, so that every game comes to an end: a few pauses of some
weeks, and a few days from each player.
"""

from collections.abc import Callable
from typing import Final

from domain.errors import IllegalMove, Reason
from domain.position import Position
from projections.timing import Timing
from service.games.clocks.rests import DAY, Span, coming
from service.games.clocks.time_events import HolidaysNoted, PauseEnded, TimeGiven
from service.games.consent.wishes import NO_CLOCK, check_playing, is_paused
from service.games.live_games import LiveGames
from service.games.outages import Outages
from service.games.seating import Seating, SeatingEvent
from service.games.tables import Tables
from service.runtime.clock import Clock

MOST_GIVEN: Final = 5  # days by each player
_MOST_CHANGES: Final = 300  # of the clocks of one table, by its players

NOT_PAUSED: Final = Reason("not_paused", "", "This game is not paused, and nobody has asked for it.")
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

    async def end_pause(self, game: str, seat: int) -> None:
        """Ends the pause; if it has not begun, the question whether there should be one."""

        def decide(table: Seating, now: int) -> list[SeatingEvent]:
            if table.questions.of("pause") is None and not is_paused(table.time, now):
                raise IllegalMove(NOT_PAUSED)
            return [PauseEnded(seat, now)]

        await self._change(game, seat, decide)

    async def give_day(self, game: str, seat: int) -> None:
        """A day more for the player whose time is running."""
        turn = await self._running(game)
        if turn is None or turn.seat == seat or turn.due <= self._clock():
            raise IllegalMove(NOBODY_HURRIES)

        def decide(table: Seating, now: int) -> list[SeatingEvent]:
            if sum(gift.by == seat for gift in table.time.gifts) >= MOST_GIVEN:
                raise IllegalMove(TOO_MANY_GIVEN.about(most=MOST_GIVEN))
            return [TimeGiven(seat, turn.turn, DAY, now)]

        await self._change(game, seat, decide)

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

    async def _change(self, game: str, seat: int, decide: Callable[[Seating, int], list[SeatingEvent]]) -> None:
        position = (await self._live.live(game)).view.newest.position

        async def decide_now(table: Seating) -> list[SeatingEvent]:
            _check(table, position, seat)
            return decide(table, self._clock())

        await self._tables.change(game, decide_now)


def _check(table: Seating, position: Position, seat: int) -> None:
    if table.opened.clock is None:
        raise IllegalMove(NO_CLOCK)
    check_playing(table, position, seat)
    if table.time.changes >= _MOST_CHANGES:
        raise IllegalMove(TOO_MANY_CHANGES.about(most=_MOST_CHANGES))
