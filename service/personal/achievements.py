"""What somebody has achieved: few things, each of which takes skill or staying power, and none of which is lost again.

They are worked out from what is counted anyway, so nothing is stored.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from service.lists.skill import ENOUGH_GAMES, Rating

AchievementName: TypeAlias = Literal["every_mode", "to_the_end", "on_the_board", "puzzle_streak", "unaided"]
NEED: Final[dict[AchievementName, int]] = {
    "every_mode": 4,  # modes in which a game was won, Kingdomino being one
    "to_the_end": 100,  # games that were not left
    "on_the_board": ENOUGH_GAMES,  # rated games of one mode, against enough different opponents
    "puzzle_streak": 30,  # days in a row
    "unaided": 100,  # puzzles solved at the first attempt, without hints
}


class Achievement(msgspec.Struct, frozen=True):
    name: AchievementName
    have: int  # at most what is needed
    need: int


def achievements(
    results: Mapping[str, int], history: Sequence[Rating], longest_streak: int, unaided: int
) -> list[Achievement]:
    """`results` are the counts of finished games, `history` all ratings so far."""
    have: dict[AchievementName, int] = {
        "every_mode": sum(count > 0 for name, count in results.items() if name.endswith(" won")),
        "to_the_end": _sum(results, " played") - _sum(results, " left"),
        "on_the_board": max(map(_on_the_way, history), default=0),
        "puzzle_streak": longest_streak,
        "unaided": unaided,
    }
    return [Achievement(name, min(have[name], need), need) for name, need in NEED.items()]


def _sum(results: Mapping[str, int], end: str) -> int:
    return sum(count for name, count in results.items() if name.endswith(end))


def _on_the_way(rating: Rating) -> int:
    """Enough games alone are not enough: the last one counts when there were enough opponents, too."""
    return min(rating.games, ENOUGH_GAMES - 1) if rating.is_provisional else ENOUGH_GAMES


def solved_unaided(results: Iterable[tuple[bool, int]]) -> int:
    """Of puzzles: whether the first attempt solved it, and how many hints were taken before."""
    return sum(solved and not hints for solved, hints in results)
