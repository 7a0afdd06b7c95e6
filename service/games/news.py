"""All that a page needs after new events, in one message: the answer to its move, and each message of its stream."""

from typing import Final

import msgspec

from projections.changes import Change, change
from projections.offer import Offer
from projections.table import table
from projections.words import Language
from service.games.fair_play import is_fair
from service.games.live_games import LiveGames
from service.games.outages import Outages
from service.games.seating import Seating
from service.games.shown_clock import ShownClock, shown_clock
from service.games.tables import Tables
from service.games.timed_steps import TimedStep, with_times
from service.games.view import View

MOST_NEWS: Final = 64  # events: a reader who has missed more fetches the game again
_ENCODER: Final = msgspec.json.Encoder()


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is only known of the newest event."""

    clock: ShownClock | None = None
    hints: bool = False  # whether fair play allows them


class News(msgspec.Struct, frozen=True):
    after: int
    changes: list[Change]  # of the table, by each event after event `after`
    steps: list[TimedStep]  # the same events in words
    now: Details
    choices: Offer | None  # what the reader may do, if it is their turn


class WrittenNews(msgspec.Struct, frozen=True):
    """News as JSON, up to event `seq`; None if there are too many."""

    seq: int
    news: bytes | None


class NewsWriter:
    """`most` is how many events a reader may have missed."""

    def __init__(self, tables: Tables, live: LiveGames, outages: Outages, *, most: int = MOST_NEWS) -> None:
        self.most = most
        self._tables = tables
        self._live = live
        self._outages = outages

    async def since(self, game: str, seating: Seating, seat: int | None, after: int, language: Language) -> WrittenNews:
        """The news of a game after event `after`, for the reader at `seat`; raises Unavailable."""
        outages = await self._outages.all() if seating.opened.clock is not None else ()
        view = await self._live.view(game, after, seating.nameless)
        hints = await is_fair(self._tables, self._live, seating, view)
        seq = view.seq  # from here on nothing is waited for, so that the game does not grow meanwhile
        if not 1 <= after <= seq or seq - after > self.most:
            return WrittenNews(seq, None)
        position = view.newest.position
        is_asked = seat is not None and position.seat == seat and position.players[seat].bot is None
        choices = view.choices(shows_earnings=seating.shows_earnings, grouped=True) if is_asked else b"null"
        parts = {
            "after": after,
            "changes": [msgspec.Raw(self._change(view, number, seat)) for number in range(after + 1, seq + 1)],
            "steps": with_times(view.stamped[after:], view.steps(after, language)),
            "now": Details(shown_clock(seating, view, outages), hints),
            "choices": msgspec.Raw(choices),
        }
        return WrittenNews(seq, _ENCODER.encode(parts))

    async def clock(self, game: str, seating: Seating) -> ShownClock | None:
        """As it is now: it also changes without an event. Raises Unavailable."""
        if seating.opened.clock is None:
            return None
        outages = await self._outages.all()
        return shown_clock(seating, await self._live.view(game, nameless=seating.nameless), outages)

    def _change(self, view: View, seq: int, viewer: int | None) -> bytes:
        """What event `seq` changed, cached for each viewer."""

        def make() -> bytes:
            before, after = (table(frame, viewer, view.game) for frame in view.frames[seq - 2 : seq])
            return _ENCODER.encode(change(before, after))

        return self._live.kept(view, ("change", seq, viewer), seq, make)
