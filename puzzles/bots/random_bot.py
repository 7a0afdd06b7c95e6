"""The bot of level pebble: any legal step."""

from random import Random

from domain.commands import PassRecruit, RecruitCaveman, Step
from domain.legal import legal
from domain.pieces import Caveman
from domain.position import Position
from domain.tribe import Source, offers, places_to_stand, prices, resources_by_kind


def random_step(position: Position, rng: Random) -> Step:
    return _recruit(position, rng) if position.step == "recruit" else rng.choice(legal(position))


def _recruit(position: Position, rng: Random) -> Step:
    """Recruits are too many to list: choose in turn whether to recruit, which caveman, for what, and where."""
    resources = resources_by_kind(position.territory)
    affordable: list[tuple[Source, Caveman]] = [
        (source, caveman) for source, caveman in offers(position.cave, position.pile) if any(prices(resources, source))
    ]
    if not affordable or rng.random() < 0.5:
        return PassRecruit()
    source, caveman = rng.choice(affordable)
    spend = rng.choice(list(prices(resources, source)))
    return RecruitCaveman(caveman, source, spend, rng.choice((*places_to_stand(position.territory), *spend)))
