"""Links to the Atom feeds of a page, for programs that look for them."""

from html import escape
from typing import Final

from projections.feed_words import feed_words
from projections.words import Language
from service.http.request import StrictRequest

_PUZZLES: Final = ("front", "puzzles", "puzzle")


def feed_links(request: StrictRequest, page: str, language: Language) -> str:
    """The feed of the puzzles, or of the person whom the page is about."""
    words = feed_words(language)
    if page in _PUZZLES:
        return _link(words.puzzles, f"/feeds/puzzles.atom?language={language}")
    player = request.path_params.get("player")
    if page == "people" and player:
        return _link(words.finished, f"/feeds/players/{player}/games.atom?language={language}")
    return ""


def _link(title: str, address: str) -> str:
    return f'\n<link rel="alternate" type="application/atom+xml" title="{escape(title)}" href="{escape(address)}">'
