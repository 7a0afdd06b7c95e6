"""Plausible deals: orders of the dominoes and cavemen that no player has seen.

No player knows anything about the order of the unseen dominoes, nor of the pile of cavemen, so all orders are equally
likely. With two or three seats of Kingdomino some dominoes are never revealed: those are the last of each order.
"""

from domain.position import Position
from puzzles.search.kernel.rules.layout import State
from puzzles.search.kernel.rules.pack import pack


def unshuffled(position: Position) -> State:
    """The position with its hidden parts in a fixed order; the kernel shuffles them for every trial."""
    return pack(position, sorted(position.unseen), position.pile)


def is_determined(position: Position) -> bool:
    """Whether nothing that is still hidden will be revealed: from here on the game is not random any more."""
    rules = position.rules
    return position.round >= rules.rounds - 1 and not (position.round < rules.rounds and position.pile)
