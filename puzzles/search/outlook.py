"""Where the search has an outlook, and how it uses it.

An outlook is a small trained network that estimates how many points a territory will have in the end. The network
itself is `kernel/policy/outlook.py`; this module does without the compiler.
"""

from typing import Final

from domain.rules import Rules

# The outlooks with which the drafts of a line are searched for replies; other games have playouts.
_REPLIES: Final = frozenset({"kingdomino_duel_5", "discovery_duel_7"})


def outlook_of(rules: Rules) -> str | None:
    """The name of the outlook that these rules have, if any."""
    return name_of(rules) if has_outlook(rules) or has_replies(rules) else None


def has_outlook(rules: Rules) -> bool:
    """Whether playouts are played with foresight."""
    return rules.game == "kingdomino" and rules.seats > 2


def has_replies(rules: Rules) -> bool:
    """Whether lines are searched for replies."""
    return name_of(rules) in _REPLIES


def name_of(rules: Rules) -> str:
    """One outlook serves all variants of a game, but for the number of chiefs and the size of the territory."""
    table = f"duel_{rules.size}" if rules.seats == 2 else "table"
    return f"{rules.mode or rules.game}_{table}"
