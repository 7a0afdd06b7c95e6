"""What is revealed before the first chief of a round acts (O1, O2), in the order of the rulebook."""

from typing import Literal, TypeAlias

from domain.events import Deal
from domain.pieces import CAVE_SIZE
from domain.position import Position

Reveal: TypeAlias = Literal["unclaimed", "line", "cave", "chiefs"]


def due_reveal(position: Position) -> Reveal | None:
    """The next reveal before the round can begin; None when its first chief may act."""
    if any(slot.seat is None for slot in position.line):
        return "unclaimed"
    if position.round == position.rules.rounds:
        return None
    if not position.next_line:
        return "line"
    if len(position.cave) < CAVE_SIZE and position.pile:
        return "cave"
    return "chiefs" if position.round == 0 else None


def next_line(position: Position, deal: Deal) -> tuple[int, ...]:
    """The next dominoes of the deal, in ascending order."""
    drawn = len(deal.dominoes) - len(position.unseen)
    return tuple(sorted(deal.dominoes[drawn : drawn + position.rules.line_length]))
