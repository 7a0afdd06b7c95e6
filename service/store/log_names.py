"""The names of logs, and what each kind of log holds."""

from typing import Final

_SEATS: Final = ".seats"


def seats_log(game: str) -> str:
    """The table's own log lies beside the game's."""
    return f"{game}{_SEATS}"


def is_game(log: str) -> bool:
    """Other logs have a dot in their names: those of tables, and of puzzles."""
    return "." not in log


def is_seating(log: str) -> bool:
    return log.endswith(_SEATS)


def table_of(log: str) -> str:
    """The game that a log, its own or its table's, is about."""
    return log.removesuffix(_SEATS)
