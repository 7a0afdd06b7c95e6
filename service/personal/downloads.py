"""Ratings and finished games as CSV, for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

from projections.listing import pool
from service.lists.skill import Rating
from service.privacy.anonymise import ShownLine
from service.runtime.clock import moment

MOST: Final = 1000  # games
RATING_COLUMNS: Final = ("at", "game", "mode", "mean", "uncertainty", "rating")
GAME_COLUMNS: Final = ("at", "game", "mode", "seats", "rated", "points", "place", "left", "opponents")


def ratings_as_csv(history: Iterable[Rating]) -> str:
    """Every rating, the oldest first: mean, uncertainty, and what leaderboards show."""
    return _text(
        RATING_COLUMNS,
        [
            (_time(entry.at), entry.game, entry.pool, f"{entry.mu:.3f}", f"{entry.sigma:.3f}", f"{entry.ordinal:.3f}")
            for entry in history
        ],
    )


def games_as_csv(lines: Iterable[ShownLine], player: str) -> str:
    """The finished games of a player."""
    return _text(GAME_COLUMNS, [_game(line, player) for line in lines])


def _game(line: ShownLine, player: str) -> Sequence[object]:
    own = next(seat for seat in line.seats if seat.player == player)
    others = " + ".join(seat.bot or seat.name or "" for seat in line.seats if seat is not own)
    result = own.total, own.rank, int(own.has_left)
    return _time(line.touched), line.game, pool(line.rules), line.rules.seats, int(line.is_rated), *result, others


def _time(at: int) -> str:
    return moment(at).isoformat(timespec="seconds")


def _text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows([[_harmless(value) for value in row] for row in rows])
    return text.getvalue()


def _harmless(value: object) -> object:
    """A name is no formula: spreadsheets take a text that begins like one for it."""
    is_formula = isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{value}" if is_formula and not _is_number(str(value)) else value


def _is_number(text: str) -> bool:
    return text.lstrip("-").replace(".", "", 1).isdigit()
