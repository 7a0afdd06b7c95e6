"""The jobs that can be requested from workers: bots' turns, hints, reviews and puzzles.

Kinds, ids and the order of fields are what a worker of another version understands (`service/engine/queues.py`).
"""

from typing import ClassVar

from service.engine.queues import BOTS, HINTS, PUZZLES, REVIEWS, Job


class BotTurnRequest(Job, frozen=True):
    """Play the bots of a game from event `seq` on, until a person is to move."""

    queue: ClassVar[str] = BOTS
    kind: ClassVar[str] = "play_bots"

    game: str
    seq: int

    @property
    def id(self) -> str:
        return f"{self.game}:{self.seq}"


class HintRequest(Job, frozen=True):
    """Rank the moves of a position."""

    queue: ClassVar[str] = HINTS
    kind: ClassVar[str] = "make_hint"

    game: str
    hint: str
    position: str  # without the names of the players
    requested_at: int  # milliseconds

    @property
    def id(self) -> str:
        return f"hint:{self.game}:{self.hint}"


class ReviewRequest(Job, frozen=True):
    """Review a finished game."""

    queue: ClassVar[str] = REVIEWS
    kind: ClassVar[str] = "make_review"

    game: str

    @property
    def id(self) -> str:
        return f"review:{self.game}"


class PuzzlesRequest(Job, frozen=True):
    """Make more puzzles for practice and for the days to come."""

    queue: ClassVar[str] = PUZZLES
    kind: ClassVar[str] = "make_puzzles"

    @property
    def id(self) -> str:
        return "puzzles"


class GamePuzzlesRequest(Job, frozen=True):
    """Make puzzles from the mistakes in a reviewed game."""

    queue: ClassVar[str] = PUZZLES
    kind: ClassVar[str] = "mine_puzzles"

    game: str

    @property
    def id(self) -> str:
        return f"puzzles:{self.game}"
