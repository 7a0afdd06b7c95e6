"""The best recruit, found without listing them all: on a wide territory there are tens of thousands.

What a caveman counts is a sum over the cells around him (O11), so what a post gains and what each spent resource
loses simply add up, and the cheapest way to pay for a post is the cheapest resource of each kind. And a change
on one cell concerns only the cavemen next to it, and warriors: those few squares are scored, not the territory.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from domain.commands import PassRecruit, RecruitCaveman, Step
from domain.grid import Cell, around
from domain.pieces import WARRIOR_POWER, Caveman
from domain.position import Position
from domain.scoring import score
from domain.territory import Territory, change
from domain.tribe import PRICE, Source, offers, places_to_stand, recruit, resources_by_kind
from puzzles.bots.greedy_value import RESOURCE, share_left


class _Post(NamedTuple):
    """A caveman in a place, and what he gains before his payment is chosen."""

    gain: float
    source: Source
    caveman: Caveman
    at: Cell


class _Price(NamedTuple):
    """A resource to be spent. Of two whose loss is the same, the kind that abounds goes first."""

    is_choice: bool  # not where the caveman is to stand on the very cell: that one has to go
    loss: int
    scarcity: int
    cell: Cell


def best_recruit(position: Position, rng: Random) -> Step:
    """The recruit that raises the value of the own territory most, or a pass if none raises it."""
    posts = list(_posts(position))
    rng.shuffle(posts)  # so that the first of several equals is any of them
    posts.sort(key=lambda post: post.gain, reverse=True)
    best, gained = None, 0.0
    for post in posts:
        if post.gain <= gained:
            break
        payment = _payment(position, post)
        net = post.gain - sum(price.loss for price in payment)
        if net > gained:
            spend = tuple(price.cell for price in payment)
            best, gained = RecruitCaveman(post.caveman, post.source, spend, post.at), net
    return best or PassRecruit()


def _posts(position: Position) -> Iterator[_Post]:
    territory, resources = position.territory, resources_by_kind(position.territory)
    affordable = [offer for offer in offers(position.cave, position.pile) if PRICE[offer[0]] <= len(resources)]
    for at in (*places_to_stand(territory), *(cell for cells in resources.values() for cell in cells)):
        nearby = _nearby(territory, at)
        before = _points(position, nearby)
        for source, caveman in affordable:
            after = _points(position, recruit(nearby, caveman, (at,), at))
            saved = PRICE[source] * RESOURCE * share_left(position)
            yield _Post(after - before - saved, source, caveman, at)


def _payment(position: Position, post: _Post) -> list[_Price]:
    """The cheapest way to pay for this post, in the order of the kinds."""
    manned = recruit(position.territory, post.caveman, (post.at,), post.at)
    cheapest = [
        min(_Price(cell != post.at, _loss(position, manned, cell), -len(cells), cell) for cell in cells)
        for cells in resources_by_kind(position.territory).values()
    ]
    chosen = sorted(cheapest)[: PRICE[post.source]]
    return [price for price in cheapest if price in chosen]


def _loss(position: Position, territory: Territory, cell: Cell) -> int:
    """The points lost with the resource on this cell."""
    nearby = _nearby(territory, cell)
    if not any(square.caveman for square in nearby.squares.values()):
        return 0
    spent = change(nearby, {cell: replace(nearby.squares[cell], resource=None)})
    return _points(position, nearby) - _points(position, spent)


def _nearby(territory: Territory, cell: Cell) -> Territory:
    """The part of the territory that a resource or caveman on this cell can make count more or less."""
    near = {cell, *around(cell)}
    return Territory(
        territory.size,
        {at: square for at, square in territory.squares.items() if at in near or square.caveman in WARRIOR_POWER},
    )


def _points(position: Position, part: Territory) -> int:
    assert position.seat is not None
    return score(position.rules, part, {}, position.seat).total
