"""What pages without JavaScript say: mostly what the other pages say, and some more.

`words.json` has the same keys and placeholders for each language.
"""

from importlib import resources
from typing import Any, Final

import msgspec

from projections.words import LANGUAGES, Language, plural
from service.pages.assets import ASSETS


class PlainWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    whole_table: str
    look_again: str
    your_turn: str
    turn_of: str  # {name}
    over: str
    called_off: str
    seats_open: str
    spectator: str
    due: str  # {time}
    lines: str
    free: str
    key: str
    marks_origins: str
    marks_kingdomino: str
    points: str  # {count}
    lately: str
    pile: str
    place_move: str  # {domino}, {a}, {b}: where its halves lie
    half: str  # {what}, {cell}
    fire_move: str  # {cell}
    totem_move: str  # {totem}, {name}
    domino_move: str  # {domino}
    caveman: str
    spend: str
    stand: str
    from_pile: str  # {caveman}
    earns: str  # {count}
    send: str
    undo: str
    link_title: str
    link_text: str  # {name}
    link_button: str
    link_other: str  # {name}
    end_title: str
    end_text: str  # {kind}
    end_digest: str
    end_button: str
    ended: str
    settings: str
    home: str


PLAIN_WORDS: Final[dict[Language, PlainWords]] = msgspec.json.decode(
    (resources.files("service.pages.plain") / "words.json").read_bytes(), type=dict[Language, PlainWords]
)

_SITE: Final[dict[Language, dict[str, Any]]] = {
    language: msgspec.json.decode(ASSETS[f"languages/{language}.json"].body) for language in LANGUAGES
}


def said(language: Language, key: str, **details: str | int) -> str:
    """A sentence of the other pages; one that has a plural is chosen by `count`."""
    entry: str | dict[str, str] = _SITE[language][key]
    text = entry if isinstance(entry, str) else _counted(entry, int(details["count"]), language)
    return text.format(**details)


def _counted(forms: dict[str, str], count: int, language: Language) -> str:
    return forms.get(plural(count, language), forms["many"])
