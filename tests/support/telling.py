"""A whole game in sentences."""

from collections.abc import Iterable

from domain.events import Event
from domain.evolve import evolve
from domain.game import INITIAL
from projections.chronicle import tell
from projections.words import Language


def chronicle(events: Iterable[Event], language: Language) -> list[str]:
    sentences, game = [], INITIAL
    for event in events:
        sentences.append(tell(game.position, event, language))
        game = evolve(game, event)
    return sentences
