"""What can become of a parcel that a carrier was given, and what follows: it is done with, tried again, or given up.

The pauses belong to the target and not to the parcel: a receiver that does not answer is left alone for longer each
time, and gets what waits in its order when it is back.
"""

from typing import Final, NamedTuple, TypeAlias

import msgspec

_FIRST_PAUSE: Final = 5_000  # milliseconds, as all below; doubled each time
_LONGEST_PAUSE: Final = 60 * 60 * 1000
_DAY: Final = 24 * 60 * 60 * 1000
GIVEN_UP_AFTER: Final = 3 * _DAY  # of failures only
_LONGEST_ANSWER: Final = 200  # characters


class Delivered(NamedTuple):
    answer: str


class Failed(NamedTuple):
    """The target may take it later. With `wait`, it has said how long to wait at least, in milliseconds."""

    answer: str
    wait: int = 0


class Rejected(NamedTuple):
    """The target will never take this parcel, but may take others."""

    answer: str


class Gone(NamedTuple):
    """There is no such target any more."""

    answer: str


class Away(NamedTuple):
    """The whole way is closed at the moment, which is not the target's fault: nothing is counted."""

    answer: str


class Early(NamedTuple):
    """Nothing was sent: the parcel is to wait until then."""

    until: int


Outcome: TypeAlias = Delivered | Failed | Rejected | Gone | Away


class TargetState(msgspec.Struct, frozen=True, array_like=True):
    """How sending to one target went so far. Times are in milliseconds, 0 for never."""

    delivered: int = 0  # when it last succeeded
    failing: int = 0  # since when it only fails
    failures: int = 0  # how often since then
    answer: str = ""  # the last one, in words
    answered: int = 0  # when that was
    ended: int = 0  # when it was given up

    @property
    def is_proven(self) -> bool:
        """Whether it took the last parcel that it was sent; as `is_proven` of outbox.lua has it."""
        return self.delivered > 0 and self.failing == 0


NEW: Final = TargetState()


class Consequence(NamedTuple):
    state: TargetState
    until: int | None = None  # try again then; None if the parcel is done with


def consequence(state: TargetState, outcome: Outcome, now: int) -> Consequence:
    """What follows from an attempt. Not for Away."""
    seen = msgspec.structs.replace(state, answer=outcome.answer[:_LONGEST_ANSWER], answered=now)
    match outcome:
        case Delivered():
            return Consequence(msgspec.structs.replace(seen, delivered=now, failing=0, failures=0, ended=0))
        case Gone():
            return Consequence(msgspec.structs.replace(seen, ended=now))
        case Failed() | Rejected():
            failing = msgspec.structs.replace(seen, failing=state.failing or now, failures=state.failures + 1)
            if now - failing.failing >= GIVEN_UP_AFTER:
                return Consequence(msgspec.structs.replace(failing, ended=now))
            return Consequence(failing, now + _pause(outcome, failing) if isinstance(outcome, Failed) else None)
        case Away():
            raise ValueError("nothing follows for a target from a way that is closed")


def _pause(outcome: Failed, state: TargetState) -> int:
    own = min(_LONGEST_PAUSE, _FIRST_PAUSE << min(state.failures - 1, 20))
    return max(own, min(outcome.wait, _LONGEST_PAUSE))
