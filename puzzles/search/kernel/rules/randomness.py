"""Random numbers inside a playout: xorshift64, one word of state carried by the game itself."""

from puzzles.search.kernel.rules.bits import number, word
from puzzles.search.kernel.rules.compiled import compiled
from puzzles.search.kernel.rules.layout import State


@compiled
def below(state: State, limit: int) -> int:
    """A number from 0 to `limit` - 1, each as likely."""
    random = state.random
    random ^= random << word(13)
    random ^= random >> word(7)
    random ^= random << word(17)
    state.random = random
    return number(((random >> word(32)) * word(limit)) >> word(32))
