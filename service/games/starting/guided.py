"""The games that teach: the rules and the deal of each, the same for everybody, so that a page can say what to try.

Pebble answers equal moves by equal ones. Because everybody may know these deals, such a game counts for nothing.
"""

from random import Random
from typing import Final, NamedTuple

from domain.events import Deal
from domain.pieces import Caveman
from domain.rules import Rules
from service.games.seating import Guide
from service.games.starting.requested_rules import RequestedRules
from service.games.starting.shuffle import shuffled

SALT: Final = "91de"  # decides which of several equal cavemen comes from the pile: the same for everybody too


class _Lesson(NamedTuple):
    rules: Rules
    lines: tuple[int, ...]  # the first ones; what comes later teaches nothing new
    cave: tuple[Caveman, ...] = ()


_LESSONS: Final[dict[Guide, _Lesson]] = {
    "discovery": _Lesson(
        RequestedRules("origins", 2, "discovery").rules(),
        (2, 24, 25, 42, 12, 15, 28, 40, 13, 16, 30, 43, 6, 32, 36, 38),
    ),
    "totem": _Lesson(
        RequestedRules("origins", 2, "totem").rules(),
        (12, 19, 24, 34, 13, 15, 36, 42, 17, 20, 37, 38, 6, 21, 25, 44),
    ),
    "tribe": _Lesson(
        RequestedRules("origins", 2, "tribe").rules(),
        (19, 20, 21, 23, 12, 24, 35, 38, 15, 17, 22, 33, 10, 13, 25, 45),
        ("fire_lady", "painter", "fisher", "small_warrior", "hunter", "gatherer"),
    ),
    "kingdomino": _Lesson(
        RequestedRules("kingdomino", 2).rules(),
        (13, 19, 24, 30, 1, 3, 28, 41, 7, 14, 20, 36, 10, 21, 32, 43),
    ),
}


def guided_rules(guide: Guide) -> Rules:
    return _LESSONS[guide].rules


def guided_deal(guide: Guide) -> Deal:
    """The person on seat 0 claims first."""
    rules, lines, cave = _LESSONS[guide]
    rest = shuffled(rules, Random(guide))
    return Deal(
        dominoes=(*lines, *(domino for domino in rest.dominoes if domino not in lines)),
        cavemen=None if rest.cavemen is None else (*cave, *_without(rest.cavemen, cave)),
        chiefs=(0, 1),
    )


def _without(pile: tuple[Caveman, ...], cave: tuple[Caveman, ...]) -> list[Caveman]:
    rest = list(pile)
    for caveman in cave:
        rest.remove(caveman)
    return rest
