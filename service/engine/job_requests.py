"""The jobs that can be requested from workers: moves of bots that search, hints, reviews and puzzles.

Kinds, ids and the order of fields are what a worker of another version understands (`service/engine/queues.py`).
"""

from typing import ClassVar

from service.engine.queues import Job
from service.engine.urgency import Urgency


class BotTurnRequest(Job, frozen=True):
    """Make one step of the bot that is to move after event `seq`."""

    kind: ClassVar[str] = "play_bots"
    seconds: ClassVar[float] = 0.5

    game: str
    seq: int
    owner: str = ""
    is_abandoned: bool = False  # whether all persons have left the game

    @property
    def id(self) -> str:
        return f"{self.game}:{self.seq}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.UNASKED if self.is_abandoned else Urgency.NOW


class HintRequest(Job, frozen=True):
    """Rank the moves of a position."""

    kind: ClassVar[str] = "make_hint"
    seconds: ClassVar[float] = 0.5

    game: str
    hint: str
    position: str  # without the names of the players
    requested_at: int  # milliseconds
    owner: str = ""
    is_over: bool = False  # whether the game is

    @property
    def id(self) -> str:
        return f"hint:{self.game}:{self.hint}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.STUDY if self.is_over else Urgency.NOW


class ReviewRequest(Job, frozen=True):
    """Review a finished game."""

    kind: ClassVar[str] = "make_review"
    seconds: ClassVar[float] = 10.0

    game: str
    owner: str = ""
    is_asked: bool = True  # by a person

    @property
    def id(self) -> str:
        return f"review:{self.game}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.ASKED if self.is_asked else Urgency.UNASKED


class PuzzlesRequest(Job, frozen=True):
    """Make more puzzles for practice and for the days to come."""

    kind: ClassVar[str] = "make_puzzles"
    seconds: ClassVar[float] = 60.0

    @property
    def id(self) -> str:
        return "puzzles"

    @property
    def urgency(self) -> Urgency:
        return Urgency.PUZZLE


class GamePuzzlesRequest(Job, frozen=True):
    """Make puzzles from the mistakes in a reviewed game."""

    kind: ClassVar[str] = "mine_puzzles"
    seconds: ClassVar[float] = 10.0

    game: str
    owner: str = ""

    @property
    def id(self) -> str:
        return f"puzzles:{self.game}"

    @property
    def urgency(self) -> Urgency:
        return Urgency.PUZZLE
