"""Luck inside a playout: xorshift64, one word of state carried by the game itself."""

from puzzles.search.kernel.rules.bits import number, word
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import State


@compiled
def below(state: State, limit: int) -> int:
    """A number from 0 to `limit` - 1, each as likely."""
    luck = state.luck
    luck ^= luck << word(13)
    luck ^= luck >> word(7)
    luck ^= luck << word(17)
    state.luck = luck
    return number(((luck >> word(32)) * word(limit)) >> word(32))
