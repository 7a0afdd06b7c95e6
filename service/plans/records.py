"""The stored log of one person's plans in one game: what they planned, and which moves came of it.

An entry is a msgpack array `[code, field, …]`. Codes and the order of fields never change; a new field goes to the end
and has a default. Times are milliseconds.

A step is written down before it is made. A worker that finds it after another has died makes the same step under the
same command id, and so learns whether it was made.
"""

from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

import msgspec

from domain.commands import Step
from service.store.log_names import plan_log
from service.store.typed_log import LogKind

# When none of the moves can be made: ask the player, take what earns most at once, or do what this bot would.
Otherwise: TypeAlias = Literal["ask", "points", "pebble", "flint", "mammoth"]
Why: TypeAlias = Literal[
    "done",  # the turn was played
    "asked",  # the player has to choose
    "taken",  # somebody else took a domino that was named
    "by_hand",  # the player moved, or took a turn back
    "undone",  # the game was taken back to before the plan
    "left",  # a bot plays on for the player
    "over",
    "withdrawn",
]


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    moves: tuple[Step, ...] = ()  # at each step of the turn the first that the rules allow is made
    choosing: Otherwise = "ask"  # a domino, if none of the moves can be made
    placing: Otherwise = "ask"  # it, and all other steps
    stop_if_taken: tuple[int, ...] = ()  # dominoes: the plan ends when somebody else takes one of them


class Planned(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """The player looked at the table after event `seq`. A plan takes the place of the one before."""

    at: int
    seq: int
    plan: Plan


class StepChosen(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """The plan is about to make this step after event `seq`."""

    at: int
    seq: int
    step: Step


class StepMade(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """The step chosen after event `seq` is in the log of the game, up to event `last`."""

    at: int
    seq: int
    last: int


class PlanEnded(msgspec.Struct, frozen=True, array_like=True, tag=4):
    at: int
    seq: int  # the newest event then
    why: Why
    domino: int = 0  # that was taken


PlanRecord: TypeAlias = Planned | StepChosen | StepMade | PlanEnded


class Made(NamedTuple):
    """A step that a plan made after event `seq`, with the events that it caused."""

    seq: int
    last: int
    step: Step


class OwnPlans(msgspec.Struct):
    entries: int = 0
    count: int = 0  # of plans
    number: int = 0  # of the entry with the newest plan
    planned: Planned | None = None  # the plan that waits for its turn
    chosen: StepChosen | None = None
    chosen_by: int = 0  # the number of the plan that chose it
    made: list[Made] = msgspec.field(default_factory=list)  # by all plans
    ended: PlanEnded | None = None  # how the newest plan ended

    @property
    def is_open(self) -> bool:
        return self.planned is not None

    @property
    def pending(self) -> StepChosen | None:
        """A step that was chosen, and of which it is not known whether it was made."""
        if self.chosen is None or any(made.seq == self.chosen.seq for made in self.made):
            return None
        return self.chosen


def _evolve(plans: OwnPlans, record: PlanRecord) -> OwnPlans:
    """Changes this state: it grows by every entry."""
    plans.entries += 1
    match record:
        case Planned():
            plans.planned, plans.ended = record, None
            plans.count, plans.number = plans.count + 1, plans.entries
        case StepChosen():
            plans.chosen, plans.chosen_by = record, plans.number
        case StepMade(_, seq, last):
            if plans.chosen is None or plans.chosen.seq != seq:
                raise ValueError(f"no step was chosen after event {seq}")
            plans.made.append(Made(seq, last, plans.chosen.step))
        case PlanEnded():
            plans.planned, plans.ended = None, record
        case _ as never:
            assert_never(never)
    return plans


PLAN_LOGS: Final[LogKind[PlanRecord, OwnPlans]] = LogKind(plan_log, PlanRecord, OwnPlans, _evolve)
