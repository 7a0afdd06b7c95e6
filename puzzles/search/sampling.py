"""What may lie behind a position: plausible deals of what its players have not seen.

Nobody knows anything about the order of the unseen dominoes, nor of the pile of cavemen, so every order is as likely
as any other. With two or three seats of Kingdomino some dominoes never come: those are the last of each order.
"""

from domain.position import Position
from puzzles.search.kernel.rules.layout import State
from puzzles.search.kernel.rules.pack import pack


def unshuffled(position: Position) -> State:
    """The position with what is hidden in a fixed order: the kernel shuffles it anew for every trial."""
    return pack(position, sorted(position.unseen), position.pile)


def luck_is_out(position: Position) -> bool:
    """Whether nothing that is still hidden will be revealed."""
    rules = position.rules
    return position.round >= rules.rounds - 1 and not (position.round < rules.rounds and position.pile)
