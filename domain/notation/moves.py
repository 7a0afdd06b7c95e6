"""A move as one word: `17@f7e7` places, `*d6` throws fire, `=22` drafts, `+hunter@d5:c4c5` recruits."""

import re
from typing import Final, assert_never, cast

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    Move,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    ThrowFire,
    UndoTurn,
)
from domain.errors import Reason, Unreadable
from domain.notation.cells import CELL, cell_name, read_cell, read_cells
from domain.pieces import CAVEMEN, RESOURCES, Caveman, Resource
from domain.tribe import Source

NOT_A_MOVE: Final = Reason("not_a_move", "", "{word!r} is not a move")

_NUMBER: Final = "[0-9]{1,9}"  # Python refuses to parse numbers of thousands of digits
_DRAFT: Final = re.compile(rf"=({_NUMBER})(?:,({_NUMBER}))?")
_PLACE: Final = re.compile(rf"({_NUMBER})@({CELL})({CELL})")
_DECLINE: Final = re.compile(rf"({_NUMBER})x")
_FIRE: Final = re.compile(rf"\*({CELL})")
_GIVE: Final = re.compile(rf">({'|'.join(RESOURCES)}):([0-9])")
_RECRUIT: Final = re.compile(rf"(\+\+?)({'|'.join(CAVEMEN)})@({CELL}):((?:{CELL})+)")


def write_move(move: Move) -> str:
    match move:
        case ClaimDomino(None, (low, high)):
            return f"={low},{high}"
        case ClaimDomino(domino) | DraftDomino(domino):
            return f"={domino}"
        case PlaceDomino(domino, a, b):
            return f"{domino}@{cell_name(a)}{cell_name(b)}"
        case DeclineDomino(domino):
            return f"{domino}x"
        case ThrowFire(at):
            return f"*{cell_name(at)}"
        case GiveTotem(resource, to):
            return f">{resource}:{to}"
        case RecruitCaveman(caveman, source, spend, at):
            sign = "+" if source == "cave" else "++"
            return f"{sign}{caveman}@{cell_name(at)}:{''.join(map(cell_name, spend))}"
        case PassRecruit():
            return "-"
        case UndoTurn():
            return "undo"
        case _:
            assert_never(move)


def read_move(word: str, *, claiming: bool = False) -> Move:
    """The move written as `word`; `=22` is a claim in the set-up and a draft later. Raises Unreadable."""
    if word in ("-", "undo"):
        return PassRecruit() if word == "-" else UndoTurn()
    if match := _DRAFT.fullmatch(word):
        return _claim_or_draft(match, claiming)
    if match := _PLACE.fullmatch(word):
        return PlaceDomino(int(match[1]), read_cell(match[2]), read_cell(match[3]))
    if match := _FIRE.fullmatch(word):
        return ThrowFire(read_cell(match[1]))
    if match := _RECRUIT.fullmatch(word):
        source: Source = "cave" if match[1] == "+" else "pile"
        return RecruitCaveman(cast(Caveman, match[2]), source, read_cells(match[4]), read_cell(match[3]))
    if match := _DECLINE.fullmatch(word):
        return DeclineDomino(int(match[1]))
    if match := _GIVE.fullmatch(word):
        return GiveTotem(cast(Resource, match[1]), int(match[2]))
    raise Unreadable(NOT_A_MOVE.about(word=word))


def _claim_or_draft(match: re.Match[str], claiming: bool) -> Move:
    if match[2]:
        return ClaimDomino(dominoes=(int(match[1]), int(match[2])))
    return ClaimDomino(domino=int(match[1])) if claiming else DraftDomino(int(match[1]))
