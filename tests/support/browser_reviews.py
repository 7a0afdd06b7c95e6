"""Reviews kept beforehand, so that a test knows what each decision cost. The moves shown as better are legal ones."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Final

from domain.legal import steps
from domain.notation.moves import write_move
from domain.rules import Rules
from puzzles.review.review import TO_EXPLAIN, Decision, Judged, Review, decisions, summary
from puzzles.search.benefit import Benefit, Item, own_item
from service.engine.reviews import Reviews
from service.store.event_store import EventStore
from tests.support.staged_tables import finished

_COSTS: Final = (0.0, 6.0, 0.0, 0.5, 12.0, 0.0, 3.0, 0.0, 0.0, 1.5, 0.0)  # one decision after the other, and again


@cache
def reviewed(rules: Rules) -> Review:
    made = decisions(finished(rules).events)
    return summary(made, list(_judged(made)))


async def keep_review(store: EventStore, game: str, rules: Rules) -> Review:
    await Reviews(store).keep(game, reviewed(rules))
    return reviewed(rules)


def _judged(made: list[Decision]) -> Iterator[Judged]:
    for number, decision in enumerate(made):
        lost = _COSTS[number % len(_COSTS)] + number / 100 if _COSTS[number % len(_COSTS)] else 0.0
        other = (
            next(step for step in islice(steps(decision.position), 2) if step != decision.played)
            if lost
            else decision.played
        )
        yield Judged(
            decision.seq,
            decision.seat,
            decision.position.step,
            write_move(decision.played),
            write_move(other),
            before=10.0,
            after=round(10.0 - lost, 2),
            error=0.5,
            benefit=_benefit(decision, lost) if lost > TO_EXPLAIN else None,
            round=decision.position.round,
        )


def _benefit(decision: Decision, lost: float) -> Benefit:
    """Half of what was lost is a terrain's, half a rival's."""
    rival = next(seat for seat in range(decision.position.rules.seats) if seat != decision.seat)
    items = [own_item("grassland", lost / 2, 0.5), Item("rival", -lost / 2, 0.5, rival, 40)]
    return Benefit(lost, 0.5, 400, items, proven=False)
