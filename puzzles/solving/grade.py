"""The grade of an attempt, compared with the proven optimum."""

from typing import Final

import msgspec

from puzzles.puzzle import Answer

STARS: Final = 3
_NEAR: Final = 2 / 3  # of the way from the greedy score to the optimum: two stars
_CLOSE_CALL: Final = 0.5  # the most that an attempt short of the optimum counts against the puzzle's rating


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


def outcome(answer: Answer, score: int, hints: int = 0) -> float:
    """How the solver did against the puzzle: 1 is a win, 0 a defeat. A hint costs a third."""
    earned = 1.0 if score >= answer.optimum else _CLOSE_CALL * _progress(answer, score)
    return max(0.0, earned - hints / STARS)


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
