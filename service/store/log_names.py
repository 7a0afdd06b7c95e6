"""The names of logs, and what each of the six kinds holds.

    game        kwfy3gevrw                 the events of a game
    seats       kwfy3gevrw.seats           the table of that game: its players and bots
    puzzle      k3v9x0a7qm.puzzle          one puzzle
    days        days.puzzles               the puzzle of each day; the only log of its kind
    attempts    k3v9x0a7qm.by.<player>     the attempts of one player at one puzzle
    acts        acts.moderation            what moderators did; the only log of its kind

The name of a game is the only one without a dot.
"""

from typing import Final, NamedTuple

DAYS_LOG: Final = "days.puzzles"
ACTS_LOG: Final = "acts.moderation"

_SEATS: Final = ".seats"
_PUZZLE: Final = "puzzle"
_BY: Final = ".by."


class Parties(NamedTuple):
    puzzle: str
    player: str  # empty for other kinds of logs


def seats_log(game: str) -> str:
    """The log of the table at which a game is played."""
    return f"{game}{_SEATS}"


def is_game(log: str) -> bool:
    return "." not in log


def is_seating(log: str) -> bool:
    return log.endswith(_SEATS)


def table_of(log: str) -> str:
    """The game to which a log of a game or of a table belongs."""
    return log.removesuffix(_SEATS)


def puzzle_log(puzzle: str) -> str:
    return f"{puzzle}.{_PUZZLE}"


def puzzle_in(log: str) -> str | None:
    """The puzzle that a log holds; None for other kinds of logs."""
    name, _, kind = log.partition(".")
    return name if kind == _PUZZLE else None


def solving_log(puzzle: str, player: str) -> str:
    return f"{puzzle}{_BY}{player}"


def parties_of(log: str) -> Parties:
    """The puzzle and the player of a log of attempts."""
    puzzle, _, player = log.partition(_BY)
    return Parties(puzzle, player)
