"""What the stored puzzles, reviews, hints and results mean."""

from datetime import date
from typing import Final

from msgspec.structs import replace

from domain.commands import PlaceDomino
from puzzles.puzzle import StoredAnswer, StoredPuzzle
from puzzles.review.review import Hindsight
from puzzles.search.benefit import Benefit, Item, own_item
from service.engine import hints, reviews
from service.puzzles import ratings as puzzle_ratings
from service.puzzles import results
from tests.support.stored_events import AT, OLD_RULES, RULES

_ANSWER: Final = StoredAnswer(optimum=64, line="8@f8f9 9@e9e8", boards=3, first_moves="8@f8f9", greedy=61, nodes=1234)


PUZZLES: Final = {
    "puzzle": StoredPuzzle(
        id="abcde12345",
        rules=RULES,
        territory="48@f8f9",
        dominoes=(8, 9),
        answer=_ANSWER,
        themes=("far_fire", "horde"),
        difficulty=1612.5,
        source="game",
        cave=("sculptor", "fisher"),
        recruits=2,
        game="somegame",
        seat=1,
        seq=40,
    ),
    "puzzle.old": StoredPuzzle(
        id="fghij67890",
        rules=OLD_RULES,
        territory="47@f8f9",
        dominoes=(9, 8),
        answer=_ANSWER,
        themes=("harmony",),
        difficulty=1402.25,
        source="self_play",
        cave=(),
        recruits=0,
        game=None,
        seat=None,
        seq=None,
    ),
}


_ROW: Final = reviews._Row(
    seq=12, seat=1, step="place", played="48@f8f9", best="48@e9e8", before=250, after=-125, error=33
)
_PROVEN_ROW: Final = replace(_ROW, error=0, proven=True)
_BENEFIT: Final = Benefit(
    lead=3.5,
    error=0.25,
    playouts=400,
    items=[own_item("lake", 4.75, 0.5), Item("rival", -1.25, 0.25, seat=0, domino=40)],
    proven=False,
)
_EXPLAINED_ROW: Final = replace(_ROW, benefit=_BENEFIT, round=4)
_HINDSIGHT: Final = Hindsight(seat=1, best=61, bound=64, territory="8@f8f9 9@e9e8")


REVIEWS: Final = {
    "review.unexplained.old": reviews._Document(
        seats=2, turning_points=[12, 30], rows=[_ROW, _PROVEN_ROW], hindsights=[_HINDSIGHT]
    ),
    "review.estimated.old": reviews._Document(seats=2, turning_points=[12, 30], rows=[_ROW], hindsights=[_HINDSIGHT]),
    "review.old": reviews._Document(seats=3, turning_points=[7], rows=[_ROW], hindsights=[]),
    "review": reviews._Document(
        seats=2, turning_points=[12, 30], rows=[_PROVEN_ROW, _EXPLAINED_ROW], hindsights=[_HINDSIGHT]
    ),
}


_SUGGESTED: Final = hints.SuggestedMove(
    move=PlaceDomino(domino=48, a=(-1, 3), b=(-1, 4)),
    notation="48@f8f9",
    value=2.5,
    lead=2.25,
    score=61.5,
    wins=0.75,
    error=0.5,
    trials=300,
)
_PROVEN: Final = replace(_SUGGESTED, proven=True, equal=True)

HINTS: Final = {
    "hint.unexplained.old": hints.Hint(hint="41-500", status="running", seq=41, seat=1, progress=0.25, moves=[_PROVEN]),
    "hint.estimated.old": hints.Hint(
        hint="41-500", status="running", seq=41, seat=1, progress=0.25, moves=[_SUGGESTED]
    ),
    "hint.old": hints.Hint(hint="42-500", status="queued", seq=42, seat=2, progress=0.0, moves=[]),
    "hint": hints.Hint(
        hint="41-500",
        status="done",
        seq=41,
        seat=1,
        progress=1.0,
        moves=[_PROVEN, _SUGGESTED],
        benefit=_BENEFIT,
        than=1,
    ),
}


RESULT: Final = results.Result(
    puzzle="abcde12345",
    day=date(2026, 11, 17),
    at=AT,
    score=61,
    optimum=64,
    stars=2,
    solved=False,
    hints=1,
    seconds=45.25,
    attempts=3,
    best=63,
    rating=1512.25,
    rating_before=1500.5,
    deviation=290.75,
    on_the_day=True,
    version=6,
)


SOLVER: Final = puzzle_ratings.GlickoRating(rating=1512.25, deviation=290.75, volatility=0.06, rated=4)
