"""The game and its scores after every event, so that a replay can jump to any of them."""

from collections.abc import Iterable

from domain.events import Event
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.scoring import Score, score


class Frame:
    """The game after one event. Scores are computed on first use, and only for territories that changed."""

    __slots__ = ("_before", "_scores", "game")

    def __init__(self, game: Game, before: "Frame | None" = None) -> None:
        self.game = game
        self._before = before
        self._scores: tuple[Score, ...] | None = None

    @property
    def seq(self) -> int:
        return self.game.version

    @property
    def scores(self) -> tuple[Score, ...]:
        if self._scores is None:
            self._scores = self._counted()
            self._before = None
        return self._scores

    def _counted(self) -> tuple[Score, ...]:
        before, position = self._before, self.game.position
        unchanged: dict[int, Score] = {}
        if before is not None and before._scores and before.game.position.totems is position.totems:
            old = before.game.position.territories
            unchanged = {
                seat: before._scores[seat] for seat, land in enumerate(position.territories) if old[seat] is land
            }
        return tuple(
            unchanged.get(seat) or score(position.rules, land, position.totems, seat)
            for seat, land in enumerate(position.territories)
        )


def frames(events: Iterable[Event], last: Frame | None = None) -> list[Frame]:
    """The frames of `events`, which follow those up to `last`."""
    frame = last or Frame(INITIAL)
    following: list[Frame] = []
    for event in events:
        frame = Frame(evolve(frame.game, event), frame)
        following.append(frame)
    return following
