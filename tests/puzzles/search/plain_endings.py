"""Endings by the rules of the table alone: every step is tried, nothing is left out, and nothing is compiled.

Slow, so only short endings are searched: `TooLong` is raised for others.
"""

from collections.abc import Iterator
from typing import NamedTuple

from domain.commands import Play, Step
from domain.decide import advance
from domain.game import Game
from domain.legal import steps
from domain.scoring import scores
from domain.territory import marks, regions

MANY = 60  # steps of one choice


class TooLong(Exception):
    """The ending has more positions than allowed."""


class End(NamedTuple):
    """How a game ends for one seat of two; larger is better."""

    lead: int
    wins: float


class Search:
    def __init__(self, positions: int) -> None:
        self._left = positions

    def after(self, game: Game, step: Step) -> Game:
        self._left -= 1
        if self._left < 0:
            raise TooLong
        assert game.position.seat is not None
        return advance(game, Play(game.position.seat, step))[1]

    def choices(self, game: Game) -> list[Step]:
        """Every legal step; recruits can be too many to list."""
        listed = []
        for step in steps(game.position):
            listed.append(step)
            if len(listed) > MANY:
                raise TooLong
        return listed

    def end(self, game: Game, seat: int, low: End | None = None, high: End | None = None) -> End:
        """The end of a game of two, each of whom takes the best reply for itself."""
        position = game.position
        if position.seat is None:
            return end_of(game, seat)
        best: End | None = None
        for step in self.choices(game):
            value = self.end(self.after(game, step), seat, low, high)
            if position.seat == seat:
                best = value if best is None else max(best, value)
                low = best if low is None else max(low, best)
            else:
                best = value if best is None else min(best, value)
                high = best if high is None else min(high, best)
            if low is not None and high is not None and low >= high:
                break
        assert best is not None
        return best

    def payoffs(self, game: Game) -> list[int]:
        """What each of three or four seats gets if each takes the turn with the largest lead of its own."""
        mover = game.position.seat
        if mover is None:
            return [worth(game, seat) for seat in range(game.position.rules.seats)]
        best: list[int] | None = None
        for _, after in sorted(self.turns(game), key=lambda turn: turn[0]):
            payoffs = self.payoffs(after)
            if best is None or _wish(payoffs, mover) > _wish(best, mover):
                best = payoffs
        assert best is not None
        return best

    def turns(self, game: Game) -> Iterator[tuple[int, Game]]:
        """Every way to finish the turn that is due, and the domino drafted in it; 0 for none."""
        mover, chief = game.position.seat, game.position.chief
        waiting = [game]
        while waiting:
            at = waiting.pop()
            if at.position.seat is not None and at.position.chief == chief:
                waiting += [self.after(at, step) for step in self.choices(at)]
                continue
            is_same_round = at.position.round == game.position.round
            slots = at.position.next_line if is_same_round else at.position.line
            yield next((slot.domino for slot in slots if slot.seat == mover), 0), at


def end_of(game: Game, seat: int) -> End:
    points = [score.total for score in scores(game.position)]
    winners = game.position.winners
    assert winners is not None
    return End(points[seat] - points[1 - seat], (seat in winners) / len(winners))


def worth(game: Game, seat: int) -> int:
    """Points, then the largest region, then marks: what decides between seats, as one number."""
    rules, territory = game.position.rules, game.position.territories[seat]
    largest = max((len(region.cells) for region in regions(territory)), default=0)
    has_marks = rules.game == "origins" or "crowns_break_ties" in rules.variants
    fires = sum(marks(square) for square in territory.squares.values()) if has_marks else 0
    return (scores(game.position)[seat].total * 128 + largest) * 128 + fires


def lead(payoffs: list[int], seat: int) -> int:
    return payoffs[seat] - max(payoffs[:seat] + payoffs[seat + 1 :])


def _wish(payoffs: list[int], seat: int) -> tuple[int, int]:
    return lead(payoffs, seat), payoffs[seat]


def every_end(game: Game, choices: list[Step], positions: int) -> dict[Step, End]:
    """How a game of two ends after each of these steps."""
    search, seat = Search(positions), game.position.seat
    assert seat is not None
    return {step: search.end(search.after(game, step), seat) for step in choices}
