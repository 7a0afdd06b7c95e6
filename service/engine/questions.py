"""The protocol between a worker and its search processes: the questions, the answers, and how they are framed.

Each message is its length in four bytes followed by msgpack. A question holds a position as text and nothing else of
its game, so that hidden information stays hidden from the search. Only questions about whole games hold one, and those
games are over.

This module does without the compiled engine: the worker imports it, and should not wait for the compiler.
"""

from struct import Struct
from typing import Final, TypeAlias, assert_never

import msgspec

from domain.commands import Step
from domain.events import Event, Player
from domain.notation.positions import write_position
from domain.pieces import Level
from domain.position import Position
from puzzles.review.review import Hindsight, Judged
from puzzles.search.benefit import Benefit
from puzzles.search.budget import Choice

LENGTH: Final = Struct("<I")
STOP: Final = LENGTH.pack(0)  # an empty message: stop searching and answer with the best result so far


class Rank(msgspec.Struct, frozen=True, tag="rank"):
    """Which moves are best?"""

    position: str
    playouts: int
    seed: int


class Compare(msgspec.Struct, frozen=True, tag="compare"):
    """Which move is best, and how good is the one that was played?"""

    position: str
    playouts: int
    seed: int
    played: Step


class Choose(msgspec.Struct, frozen=True, tag="choose"):
    """Which step does a bot of this level take?"""

    position: str
    level: Level
    seed: int


class Explain(msgspec.Struct, frozen=True, tag="explain"):
    """What does the first move bring compared with the other one?"""

    position: str
    playouts: int
    seed: int
    best: Choice
    other: Choice


class Make(msgspec.Struct, frozen=True, tag="make"):
    """Which new puzzles can be made in the time allowed?"""

    seed: int
    most: int | None = None  # stop after this many puzzles


class Mine(msgspec.Struct, frozen=True, tag="mine"):
    """Which puzzles can be made from a finished game, where these seats lost the most points?"""

    game: str
    events: list[Event]
    seats: list[int]
    decisions: list[Judged]
    most: int


class LookBack(msgspec.Struct, frozen=True, tag="look_back"):
    """What could this seat have scored with the dominoes it took, in a finished game?"""

    events: list[Event]
    seat: int


Question: TypeAlias = Rank | Compare | Explain | Choose | Make | Mine | LookBack


class TimedQuestion(msgspec.Struct, frozen=True):
    """A question, and how many seconds the search may take to answer it."""

    question: Question
    seconds: float


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The first message of a process: everything is compiled."""


class Ranked(msgspec.Struct, frozen=True, tag="ranked"):
    choices: list[Choice]  # best first
    seconds: float  # spent searching


class Explained(msgspec.Struct, frozen=True, tag="explained"):
    benefit: Benefit | None  # None if nothing can be said for sure


class Chosen(msgspec.Struct, frozen=True, tag="chosen"):
    step: Step


class Made(msgspec.Struct, frozen=True, tag="made"):
    puzzles: list[str]  # each a line of JSON


class LookedBack(msgspec.Struct, frozen=True, tag="looked_back"):
    hindsight: Hindsight


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    error: str
    trace: str


class Case(msgspec.Struct, frozen=True):
    """A failed question, as it is saved in a file."""

    question: Question
    seconds: float
    error: str
    trace: str = ""


Answer: TypeAlias = Ranked | Explained | Chosen | Made | LookedBack
Message: TypeAlias = Ready | Answer | Failed


def shown(position: Position) -> str:
    """The position as text for a question, without the names of the players."""
    players = tuple(Player("", player.bot) for player in position.players)
    return write_position(msgspec.structs.replace(position, players=players))


def purpose(question: Question) -> str:
    """What a question is asked for, as metrics name it."""
    match question:
        case Rank():
            return "hint"
        case Explain():
            return "benefit"
        case Choose():
            return "bot"
        case Compare() | LookBack():
            return "review"
        case Make() | Mine():
            return "puzzle"
        case _ as never:
            assert_never(never)


def framed(message: TimedQuestion | Message) -> bytes:
    """The bytes of a message: its length, then msgpack."""
    data = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(data)) + data
