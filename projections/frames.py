"""The game after every event, with its running scores: stepping through a replay is looking one up."""

from collections.abc import Iterable

import msgspec

from domain.events import Event
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.scoring import Score, score


class Frame(msgspec.Struct, frozen=True):
    game: Game
    scores: tuple[Score, ...] = ()

    @property
    def seq(self) -> int:
        return self.game.version


def frames(events: Iterable[Event], last: Frame | None = None) -> list[Frame]:
    """The frames of `events`, which follow those up to `last`."""
    frame = last or Frame(INITIAL)
    found = []
    for event in events:
        frame = _next(frame, event)
        found.append(frame)
    return found


def _next(frame: Frame, event: Event) -> Frame:
    before, game = frame.game.position, evolve(frame.game, event)
    after = game.position
    if not frame.scores or after.totems is not before.totems:
        kept: tuple[Score | None, ...] = (None,) * len(after.territories)
    else:
        pairs = zip(frame.scores, before.territories, after.territories, strict=True)
        kept = tuple(worth if old is new else None for worth, old, new in pairs)
    fresh = (
        worth or score(after.rules, land, after.totems, seat)
        for seat, (worth, land) in enumerate(zip(kept, after.territories, strict=True))
    )
    return Frame(game, tuple(fresh))
