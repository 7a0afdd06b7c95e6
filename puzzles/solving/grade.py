"""The grade of an attempt, compared with the proven optimum."""

from typing import Final

import msgspec

from puzzles.puzzle import Answer

STARS: Final = 3
_NEAR: Final = 2 / 3  # of the way from the greedy score to the optimum: two stars


class Grade(msgspec.Struct, frozen=True):
    score: int
    optimum: int
    gap: int
    solved: bool  # every optimal answer is as good as any other
    stars: int


def grade(answer: Answer, score: int, hints: int = 0) -> Grade:
    """Each hint costs a star."""
    stars = max(0, _stars(answer, score) - hints)
    return Grade(score, answer.optimum, answer.optimum - score, score == answer.optimum, stars)


def share_of_win(hints: int) -> float:
    """What is left of a win in the rating: each hint takes a third."""
    return max(0.0, 1 - hints / STARS)


def _stars(answer: Answer, score: int) -> int:
    if score >= answer.optimum:
        return STARS
    if _progress(answer, score) >= _NEAR:
        return 2
    return int(score >= answer.greedy)


def _progress(answer: Answer, score: int) -> float:
    """How far from the greedy answer to the optimum, from 0 to 1."""
    way = answer.optimum - answer.greedy
    return min(1.0, max(0.0, (score - answer.greedy) / way)) if way > 0 else float(score >= answer.optimum)
