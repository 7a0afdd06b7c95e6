"""Shuffling what is unseen: the rest of the deck and the pile of cavemen; and dealing a new game."""

from typing import Any

from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import CLAIM, State
from puzzles.search.kernel.rules.randomness import below
from puzzles.search.kernel.rules.turn import reveal


@compiled
def shuffle(state: State, things: Any, first: int, end: int) -> None:
    for last in range(end - 1, first, -1):
        other = first + below(state, last - first + 1)
        thing = things[last]
        things[last] = things[other]
        things[other] = thing


@compiled
def shuffle_hidden(state: State) -> None:
    """One of the deals that agree with what is known, all equally likely."""
    shuffle(state, state.deck, state.drawn, 48)
    shuffle(state, state.pile, 0, state.pile_count)


@compiled
def deal(state: State) -> None:
    """Begin a game: the state must be that of a table on which nothing has been revealed yet."""
    shuffle_hidden(state)
    reveal(state)
    for seat in range(state.seats):
        state.chiefs[seat] = seat
    shuffle(state, state.chiefs, 0, state.seats)
    state.chief_count = state.seats
    if state.seats == 2:
        first, second = state.chiefs[0], state.chiefs[1]
        # O1: pairs; K2: A, B, B, A.
        state.chiefs[1] = first if state.in_pairs else second
        state.chiefs[2] = second
        state.chiefs[3] = second if state.in_pairs else first
        state.chief_count = 4
    state.step = CLAIM
