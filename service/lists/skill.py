"""How a rated game changes the ratings of its players: pure, so that equal results give equal ratings.

Two rules make ratings hard to farm. The more often two people meet, the less their next game counts. And a player who
leaves loses, but nobody wins by that alone: a player who stays and ends behind the bot that took over gets a draw.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from projections.listing import ListedSeat, Listing, pool

ENOUGH_GAMES: Final = 10
ENOUGH_OPPONENTS: Final = 5
FULL_MEETINGS: Final = 5  # games of the same two people that count in full
LEAST_WEIGHT: Final = 0.2
BOT: Final = "bot:"
_MODEL: Final = PlackettLuce()


class Rating(msgspec.Struct, frozen=True, array_like=True):
    mu: float
    sigma: float
    games: int
    at: int = 0  # when the game ended that gave this rating
    game: str = ""
    pool: str = ""
    opponents: int = 0  # different ones so far; all bots of a level are one

    @property
    def ordinal(self) -> float:
        """What leaderboards sort by: a skill that the player reaches or exceeds almost certainly."""
        return self.mu - 3 * self.sigma

    @property
    def is_provisional(self) -> bool:
        """Whether too few games or opponents are behind it for a leaderboard."""
        return self.games < ENOUGH_GAMES or self.opponents < ENOUGH_OPPONENTS


NEW: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)
Meetings = Mapping[str, int]  # by opponent: how many rated games of this pool before


def rated_as(seat: ListedSeat) -> str | None:
    """The name under which a seat is rated: a player's id, or one name for all bots of a level."""
    return seat.player or (f"{BOT}{seat.bot}" if seat.bot else None)


def opponents(name: str, line: Listing) -> list[str]:
    """Everybody else in the game, each once."""
    return [other for other in dict.fromkeys(map(rated_as, line.seats)) if other and other != name]


def after_game(line: Listing, before: Mapping[str, Rating], meetings: Mapping[str, Meetings]) -> dict[str, Rating]:
    """The ratings of the participants after this game."""
    names = [rated_as(seat) or "" for seat in line.seats]
    of_leavers, of_stayers = _rated(names, before, _places_of_leavers(line)), _rated(names, before, _places(line))
    after: dict[str, Rating] = {}
    for name in dict.fromkeys(names):
        # Bots of one level may have several seats: they get the mean.
        own = [
            leaver if seat.has_left else stayer
            for seat, other, leaver, stayer in zip(line.seats, names, of_leavers, of_stayers, strict=True)
            if other == name
        ]
        old, weight = before[name], _weight(opponents(name, line), meetings.get(name, {}))
        after[name] = Rating(
            mu=old.mu + weight * (_mean(rating.mu for rating in own) - old.mu),
            sigma=old.sigma + weight * (_mean(rating.sigma for rating in own) - old.sigma),
            games=old.games + 1,
            at=line.touched,
            game=line.game,
            pool=pool(line.rules),
            opponents=old.opponents + sum(not meetings.get(name, {}).get(other) for other in opponents(name, line)),
        )
    return after


def _rated(names: Sequence[str], before: Mapping[str, Rating], places: Sequence[int]) -> list[PlackettLuceRating]:
    teams = [[_MODEL.rating(before[name].mu, before[name].sigma)] for name in names]
    rated: Sequence[Sequence[PlackettLuceRating]] = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [team[0] for team in rated]


def _places_of_leavers(line: Listing) -> list[int]:
    """As those who left are rated: behind all who stayed."""
    return [len(line.seats) + 1 if seat.has_left else seat.rank or 0 for seat in line.seats]


def _places(line: Listing) -> list[int]:
    """As those who stayed are rated: ahead of a player who left only if they ended ahead of that seat."""
    first_left = min((seat.rank or 0 for seat in line.seats if seat.has_left), default=len(line.seats) + 1)
    behind = len(line.seats) + 1
    return [behind if seat.has_left or (seat.rank or 0) > first_left else seat.rank or 0 for seat in line.seats]


def _weight(others: Sequence[str], meetings: Meetings) -> float:
    """How much a game counts for a player, from 1 down to LEAST_WEIGHT. Bots make no deals: theirs count in full."""
    if not others:
        return 1.0
    return _mean(1.0 if other.startswith(BOT) else _weight_of_meeting(meetings.get(other, 0)) for other in others)


def _weight_of_meeting(before: int) -> float:
    return max(LEAST_WEIGHT, min(1.0, FULL_MEETINGS / (before + 1)))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)
