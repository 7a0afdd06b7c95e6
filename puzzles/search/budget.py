"""What a search answers, and how long it may think."""

from collections.abc import Callable

import msgspec

from domain.commands import Step


class Budget(msgspec.Struct, frozen=True):
    """How much thinking is allowed: games played out, and whether the time is up, asked every few milliseconds."""

    playouts: int
    is_over: Callable[[], bool] | None = None
    opinion: int = 32  # trials that the opinion of instinct counts for; that of the outlook, for fewer


class Choice(msgspec.Struct, frozen=True):
    """A step, and what is to be expected after it."""

    step: Step
    lead: float  # over the best opponent at the end, in points
    score: float  # own points at the end
    wins: float  # the share of games won; a tie counts half
    error: float  # standard error of the lead, as far as luck in the trials goes
    trials: int  # games played out to find it
