"""Samples of the records in logs of plans."""

from typing import Final

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    RecruitCaveman,
    ThrowFire,
)
from service.plans import records as plans
from tests.support.stored_events import AT

PLANS: Final = {
    "planned": plans.Planned(
        at=AT,
        seq=41,
        plan=plans.Plan(
            moves=(
                ClaimDomino(dominoes=(2, 31)),
                PlaceDomino(12, (1, 0), (2, 0)),
                DeclineDomino(12),
                ThrowFire((1, 1)),
                GiveTotem("fish", 2),
                DraftDomino(37),
                RecruitCaveman("hunter", "cave", ((1, 0), (0, 2)), (1, 0)),
                PassRecruit(),
            ),
            choosing="points",
            placing="flint",
            stop_if_taken=(37,),
        ),
    ),
    "planned.old": plans.Planned(at=AT, seq=41, plan=plans.Plan()),
    "step_chosen.old": plans.StepChosen(at=AT + 1, seq=3, step=ClaimDomino()),
    "step_chosen": plans.StepChosen(at=AT + 1, seq=43, step=DraftDomino(37)),
    "step_made": plans.StepMade(at=AT + 2, seq=43, last=44),
    "plan_ended": plans.PlanEnded(at=AT + 3, seq=44, why="taken", domino=37),
    "plan_ended.old": plans.PlanEnded(at=AT + 3, seq=44, why="done"),
}
