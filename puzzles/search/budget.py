"""How long a search may take, and what it answers."""

from collections.abc import Callable

import msgspec

from domain.commands import Step


class Budget(msgspec.Struct, frozen=True):
    """How much searching is allowed: a number of playouts, and a check every few milliseconds whether time is up."""

    playouts: int
    is_over: Callable[[], bool] | None = None
    opinion: int = 32  # trials that the opinion of instinct counts for; that of the outlook counts for fewer
    replies: bool = True  # whether lines are searched for replies, where there is an outlook for that
    ending_steps: int = 300_000  # that a search to the end of the game may take; it is not tried with 0


class Choice(msgspec.Struct, frozen=True):
    """A step, and what to expect after it."""

    step: Step
    lead: float  # over the best opponent at the end, in points
    score: float  # own points at the end
    wins: float  # the share of games won; a tie counts half
    error: float  # standard error of the lead, as far as the random deals go
    trials: int  # playouts that these figures come from
    proven: bool = False  # whether the figures are certain, if all seats play as well as they can

    def is_as_good_as(self, other: "Choice") -> bool:
        """Whether the search cannot tell that the other one is better: the errors of both leads overlap."""
        return self.lead + self.error >= other.lead - other.error
