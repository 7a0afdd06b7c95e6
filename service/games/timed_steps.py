"""The events of a game as steps of a replay, with their times."""

from collections.abc import Sequence
from datetime import datetime

from domain.events import Event
from projections.frames import Frame, frames
from projections.replay import ReplayStep, Turn, next_turn, replay_step
from projections.words import Language
from service.games.codec import Stamped


class TimedStep(ReplayStep, frozen=True, kw_only=True):
    at: datetime


def replay_steps(events: Sequence[Event], folded: Sequence[Frame], after: int, language: Language) -> list[ReplayStep]:
    """The events after event `after` as steps; `folded` are the frames of all events."""
    before: list[Frame | None] = [None, *folded]
    turn, steps = Turn(), list[ReplayStep]()
    for number, event in enumerate(events):
        turn = next_turn(turn, before[number], event, folded[number])
        if number >= after:
            steps.append(replay_step(before[number], event, folded[number], turn, language))
    return steps


def timed_steps(log: Sequence[Stamped], after: int, language: Language) -> list[TimedStep]:
    events = [stamped.event for stamped in log]
    return with_times(log[after:], replay_steps(events, frames(events), after, language))


def with_times(log: Sequence[Stamped], steps: Sequence[ReplayStep]) -> list[TimedStep]:
    return [
        TimedStep(**{name: getattr(step, name) for name in step.__struct_fields__}, at=stamped.at)
        for stamped, step in zip(log, steps, strict=True)
    ]
