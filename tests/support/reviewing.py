"""Reviews without workers: one decision after the other, judged by any search."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeAlias

from domain.commands import Step
from domain.events import Event
from domain.position import Position
from puzzles.review.review import Review, decisions, judge, rng_for, summary
from puzzles.search.budget import Choice

Search: TypeAlias = Callable[[Position, Step, Random], Sequence[Choice]]  # the best and the step, the better first


def review(events: Iterable[Event], search: Search, seed: int = 0) -> Review:
    made = decisions(events)
    judged = [judge(decision, search(decision.position, decision.played, rng_for(seed, decision))) for decision in made]
    return summary(made, judged)
