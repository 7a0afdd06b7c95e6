"""The words of the published editions in our languages: names, and one sentence for each kind of event.

The data files in `languages/` have the same keys and templates with the same placeholders. A missing or unknown key
fails when this module is imported. Nouns are stored in the forms that the sentences need.
"""

import re
from collections.abc import Iterable
from importlib import resources
from typing import Final, Literal, TypeAlias, TypeVar, get_args

import msgspec

from domain.dominoes import dominoes
from domain.pieces import Caveman, Level, Resource, Terrain
from domain.rules import GameName, Mode, Rules, Variant
from domain.scoring import TieBreak

Language: TypeAlias = Literal["en", "de", "nl", "it", "fr", "es", "pl", "ja"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
Plural: TypeAlias = Literal["one", "few", "many"]
_Form = TypeVar("_Form")
_BOTS: Final = "|".join(level.capitalize() for level in get_args(Level))
_GIVEN: Final = re.compile(rf"Guest (?P<guest>[0-9]{{4}})|(?P<level>{_BOTS})(?P<count>( [2-4])?)")


def plural(count: int, language: Language) -> Plural:
    """The form that goes with a whole number: its category in CLDR, `many` standing for CLDR's `other` too."""
    match language:
        case "ja":
            return "many"
        case "fr":
            return "one" if count < 2 else "many"
        case "pl":
            is_few = count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14)
            return "one" if count == 1 else "few" if is_few else "many"
        case _:
            return "one" if count == 1 else "many"


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A phrase that depends on a number, in the forms that its language has."""

    many: str
    singular: str | None = msgspec.field(default=None, name="one")
    few: str | None = None

    def of(self, count: int, language: Language) -> str:
        return self.template(count, language).format(count=count)

    def template(self, count: int, language: Language) -> str:
        return self.forms().get(plural(count, language), self.many)

    def forms(self) -> dict[Plural, str]:
        forms: dict[Plural, str | None] = {"one": self.singular, "few": self.few, "many": self.many}
        return {form: text for form, text in forms.items() if text is not None}


class Noun(Counted, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    a: str  # with its article, as the object of a verb

    @property
    def name(self) -> str:
        """The singular, which nouns have in every language."""
        return self.singular or self.many


class BoxWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words that differ between the two games, with the sentences in which they are inflected."""

    name: str
    terrains: dict[Terrain, str]
    points: Counted  # in the form that follows "with"
    chiefs_drawn: str
    drafted: str
    placed: str
    no_room: str


class Sentences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bot: str
    started: str
    started_in_mode: str
    with_variants: Counted
    line_revealed: str
    cave_revealed: str
    declined: str
    unclaimed: str
    fire_landed: str
    fire_burned: str
    fire_lost: str
    totem_taken: str
    totem_passed: str
    recruited_from_cave: str
    recruited_from_pile: str
    recruit_passed: str
    resigned: str
    timed_out: str
    victory_claimed: str
    game_cancelled: str
    game_called_off: str
    turn_undone: str
    turn_undone_agreed: str
    bot_drawn: str
    won: str
    victory_shared: str
    totals: str
    tied: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    language: Language
    between: str  # the parts of a list but the last two
    last_of_list: str
    then: str
    several: str  # of one kind of caveman
    modes: dict[Mode, str]
    variants: dict[Variant, str]
    resources: dict[Resource, Noun]
    totems: dict[Resource, str]
    cavemen: dict[Caveman, Noun]
    fires: Counted
    guest: str  # the name of a guest who has not chosen one
    somebody: str  # the name of a player who left for good
    levels: dict[Level, str]
    tie_breaks: dict[TieBreak, str]
    boxes: dict[GameName, BoxWords]
    sentences: Sentences

    def called(self, name: str) -> str:
        """A name in this language, if it was given by the service: a guest's, a bot's or that of a departed player."""
        if name == "Somebody":
            return self.somebody
        given = _GIVEN.fullmatch(name)
        if given is None:
            return name
        if given["guest"]:
            return self.guest.format(number=given["guest"])
        return next(text for level, text in self.levels.items() if level == given["level"].lower()) + given["count"]

    def __post_init__(self) -> None:
        for name, vocabulary in _VOCABULARIES.items():
            check_complete(name, getattr(self, name), get_args(vocabulary))
        for game, box in self.boxes.items():
            check_complete(f"terrains of {game}", box.terrains, _terrains(game))
        forms = {plural(count, self.language) for count in range(25)}
        for phrase in (self.fires, self.sentences.with_variants, *(box.points for box in self.boxes.values())):
            check_complete("plural forms", phrase.forms(), forms)
        for noun in (*self.resources.values(), *self.cavemen.values()):
            check_complete("plural forms", noun.forms(), forms | {"one"})

    def listed(self, parts: list[str]) -> str:
        """ "a", "a and b", "a, b and c"."""
        *first, last = parts
        return self.last_of_list.join([self.between.join(first), last]) if first else last


_VOCABULARIES: Final[dict[str, object]] = {
    "modes": Mode,
    "variants": Variant,
    "resources": Resource,
    "totems": Resource,
    "cavemen": Caveman,
    "levels": Level,
    "tie_breaks": TieBreak,
    "boxes": GameName,
}


def check_complete(name: str, named: Iterable[str], vocabulary: Iterable[str]) -> None:
    if wrong := set(vocabulary).symmetric_difference(named):
        raise ValueError(f"{name}: {', '.join(sorted(wrong))} missing or out of place")


def _terrains(game: GameName) -> set[Terrain]:
    printed = dominoes(Rules(game, seats=4)).values()
    return {square.terrain for domino in printed for square in (domino.a, domino.b)}


def in_all_languages(form: type[_Form], name: str = "") -> dict[Language, _Form]:
    """The files `languages/<name>.<language>.json`; by default those without a name."""
    folder, begin = resources.files("projections") / "languages", f"{name}." if name else ""
    return {
        language: msgspec.json.decode((folder / f"{begin}{language}.json").read_bytes(), type=form)
        for language in LANGUAGES
    }


WORDS: Final = in_all_languages(Words)
