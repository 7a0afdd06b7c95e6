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


def note_turns(turns: list[Turn], events: Sequence[Event], folded: Sequence[Frame]) -> None:
    """Add the turns of those events that have none yet; `folded` are the frames of all events."""
    for number in range(len(turns), len(events)):
        last, before = (turns[-1], folded[number - 1]) if number else (Turn(), None)
        turns.append(next_turn(last, before, events[number], folded[number]))


def replay_steps(
    events: Sequence[Event], folded: Sequence[Frame], turns: Sequence[Turn], after: int, language: Language
) -> list[ReplayStep]:
    """The events after event `after` as steps; `folded` and `turns` are those of all events."""
    return [
        replay_step(folded[number - 1] if number else None, events[number], folded[number], turns[number], language)
        for number in range(after, len(events))
    ]


def timed_steps(log: Sequence[Stamped], after: int, language: Language) -> list[TimedStep]:
    events, turns = [stamped.event for stamped in log], list[Turn]()
    folded = frames(events)
    note_turns(turns, events, folded)
    return with_times(log[after:], replay_steps(events, folded, turns, after, language))


def with_times(log: Sequence[Stamped], steps: Sequence[ReplayStep]) -> list[TimedStep]:
    return [
        TimedStep(**{name: getattr(step, name) for name in step.__struct_fields__}, at=stamped.at)
        for stamped, step in zip(log, steps, strict=True)
    ]
