"""Cells as text: a column letter and a row number. The hut is on g7; a territory can reach up and left as far as a1."""

import re
from typing import Final

from domain.grid import Cell

CELL: Final = r"[a-m](?:1[0-3]|[1-9])"
_COLUMNS: Final = "abcdefghijklm"


def cell_name(cell: Cell) -> str:
    x, y = cell
    return f"{_COLUMNS[x + 6]}{y + 7}"


def read_cell(text: str) -> Cell:
    return _COLUMNS.index(text[0]) - 6, int(text[1:]) - 7


def read_cells(text: str) -> tuple[Cell, ...]:
    return tuple(read_cell(name) for name in re.findall(CELL, text))
