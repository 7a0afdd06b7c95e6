"""The names of logs, and what each of the five kinds holds.

    game        kwfy3gevrw                 the events of a game
    seats       kwfy3gevrw.seats           the table of that game: who sits where
    puzzle      k3v9x0a7qm.puzzle          one puzzle
    days        days.puzzles               which puzzle belongs to which day: there is only one such log
    attempts    k3v9x0a7qm.by.<player>     what one person did with one puzzle

Only the name of a game has no dot in it.
"""

from typing import Final, NamedTuple

DAYS_LOG: Final = "days.puzzles"

_SEATS: Final = ".seats"
_PUZZLE: Final = "puzzle"
_BY: Final = ".by."


class Parties(NamedTuple):
    puzzle: str
    player: str  # empty for a log that holds no attempts


def seats_log(game: str) -> str:
    """The log of the table at which a game is played."""
    return f"{game}{_SEATS}"


def is_game(log: str) -> bool:
    return "." not in log


def is_seating(log: str) -> bool:
    return log.endswith(_SEATS)


def table_of(log: str) -> str:
    """The game that a log, its own or its table's, is about."""
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
    """Whose attempts at which puzzle a log holds."""
    puzzle, _, player = log.partition(_BY)
    return Parties(puzzle, player)
