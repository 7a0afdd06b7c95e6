"""Events in sentences: one in every language, or a whole game in one language."""

from collections.abc import Iterable

from domain.events import Event
from domain.evolve import evolve
from domain.game import INITIAL, Game
from projections.chronicle import tell
from projections.words import LANGUAGES, Language


def in_every_language(before: Game, event: Event) -> list[str]:
    """The sentence for `event` in every language, in the order of `LANGUAGES`."""
    return [tell(before.position, event, language) for language in LANGUAGES]


def chronicle(events: Iterable[Event], language: Language) -> list[str]:
    sentences, game = [], INITIAL
    for event in events:
        sentences.append(tell(game.position, event, language))
        game = evolve(game, event)
    return sentences
