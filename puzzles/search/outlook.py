"""Where the search has an outlook.

The outlook is a small trained network that estimates how many points a territory will have in the end. It was trained
on Kingdomino with three and four seats. The network itself is `kernel/policy/outlook.py`; this module does without the
compiler.
"""

from domain.rules import Rules


def has_outlook(rules: Rules) -> bool:
    return rules.game == "kingdomino" and rules.seats > 2
