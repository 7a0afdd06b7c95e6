"""Which style sheets the shell of a page names: all of them, in the order of the cascade."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

# By style sheet, in the order of the cascade: the pages that need it, or the parts of pages that come on demand.
Sheets: TypeAlias = Mapping[str, Sequence[str]]


def joined_sheets(sheets: Sheets, page: str) -> list[list[str]]:
    """Sheets that are one file: those that the page needs and that follow each other. All others are by themselves."""
    runs = groupby(sheets, lambda sheet: page in sheets[sheet])
    return [run for is_own, names in runs for run in ([[*names]] if is_own else [[name] for name in names])]


def sheet_path(run: Sequence[str]) -> str:
    """In the folder of its parts, because they name other files relatively."""
    return f"styles/{'-'.join(run)}.css"


def users(sheets: Sheets, run: Sequence[str]) -> list[str]:
    """The pages, or parts of pages, that need one of these sheets."""
    return [*dict.fromkeys(user for sheet in run for user in sheets[sheet])]
