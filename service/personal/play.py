"""How somebody plays: what their choices cost, by kind and by round, in their last games that were reviewed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from projections.listing import pool
from puzzles.review.review import SKILLS, Judged, Skill
from service.engine.reviews import Reviews
from service.privacy.anonymise import ShownLine, ShownLists

LAST: Final = 50  # games that are looked at


class Cost(msgspec.Struct, frozen=True):
    """Points that choices have lost against the best ones."""

    choices: int
    mean: float  # of each


class CostOfRound(Cost, frozen=True):
    round: int  # 0 is the set-up


class Play(msgspec.Struct, frozen=True):
    """In the games of one mode."""

    pool: str  # such as origins-tribe
    games: int
    all: Cost
    skills: dict[Skill, Cost]  # without those that were never needed
    rounds: list[CostOfRound]  # of reviews that know the rounds: older ones do not


class Judgements(NamedTuple):
    """What a review says of one person in one game."""

    pool: str
    own: Sequence[Judged]


class Playing:
    def __init__(self, lists: ShownLists, reviews: Reviews) -> None:
        self._lists = lists
        self._reviews = reviews

    async def of(self, player: str, *, is_own: bool) -> list[Play]:
        """With private games only for the person themselves."""
        lines = (await self._lists.page(f"history:{player}", count=LAST)).lines
        shown = lines if is_own else self._lists.public(lines)
        return play([judged for line in shown if (judged := await self._judged(line, player)) is not None])

    async def _judged(self, line: ShownLine, player: str) -> Judgements | None:
        review = None if line.is_record else await self._reviews.find(line.game)
        if review is None:
            return None
        seats = {number for number, seat in enumerate(line.seats) if seat.player == player}
        return Judgements(pool(line.rules), [judged for judged in review.decisions if judged.seat in seats])


def play(games: Iterable[Judgements]) -> list[Play]:
    """By mode, the one with the most games first."""
    by_pool = defaultdict[str, list[Sequence[Judged]]](list)
    for of, own in games:
        if own:
            by_pool[of].append(own)
    return [_play(of, played) for of, played in sorted(by_pool.items(), key=lambda item: (-len(item[1]), item[0]))]


def _play(of: str, games: Sequence[Sequence[Judged]]) -> Play:
    every = [judged for own in games for judged in own]
    rounds = sorted({judged.round for judged in every if judged.round is not None})
    by_skill = {skill: [judged for judged in every if judged.skill == skill] for skill in SKILLS}
    return Play(
        pool=of,
        games=len(games),
        all=_cost(every),
        skills={skill: _cost(some) for skill, some in by_skill.items() if some},
        rounds=[_cost_of_round(number, [judged for judged in every if judged.round == number]) for number in rounds],
    )


def _cost(some: Sequence[Judged]) -> Cost:
    return Cost(len(some), round(sum(judged.lost for judged in some) / len(some), 2))


def _cost_of_round(number: int, some: Sequence[Judged]) -> CostOfRound:
    cost = _cost(some)
    return CostOfRound(choices=cost.choices, mean=cost.mean, round=number)
