"""Territories and dominoes as HTML tables and text. Pure.

A square is written as the first letters of its terrain, a star for each fire or crown, and below what lies on it:
resources in small letters, cavemen in capitals (in brackets, where the script has none).
"""

from collections.abc import Iterable
from functools import cache
from html import escape

from domain.dominoes import Square
from domain.grid import CENTRE, Cell
from domain.notation.cells import cell_name
from domain.rules import GameName
from projections.table import ShownTerritory
from projections.words import WORDS, Language
from service.pages.plain.words import PLAIN_WORDS, said


def board(territory: ShownTerritory, around: Iterable[Cell], game: GameName, language: Language) -> str:
    """The territory, with room for the cells `around` it."""
    squares = {square.at: square for square in territory.squares}
    cells = [CENTRE, *squares, *around]
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    head = "".join(f'<th scope="col">{cell_name((x, 0))[0]}</th>' for x in columns)
    lines = [f"<tr><td></td>{head}</tr>"]
    for y in rows:
        drawn = "".join(_cell(squares.get((x, y)), (x, y), game, language) for x in columns)
        lines.append(f'<tr><th scope="row">{cell_name((0, y))[1:]}</th>{drawn}</tr>')
    return f'<table class="board">{"".join(lines)}</table>\n'


def square_text(square: Square, game: GameName, language: Language) -> str:
    """In words: "lake **, fish"."""
    words = WORDS[language]
    parts = [words.boxes[game].terrains[square.terrain] + (f" {_stars(square)}" if _stars(square) else "")]
    if square.resource:
        parts.append(words.resources[square.resource].name)
    if square.caveman:
        parts.append(words.cavemen[square.caveman].name)
    return words.between.join(parts)


def half(square: Square, game: GameName, language: Language) -> str:
    return f'<span class="half {square.terrain}">{escape(square_text(square, game, language))}</span>'


def key(game: GameName, language: Language) -> str:
    """What the letters of a board mean."""
    names = WORDS[language].boxes[game].terrains
    codes = _codes(tuple(names.values()))
    marks = PLAIN_WORDS[language].marks_origins if game == "origins" else PLAIN_WORDS[language].marks_kingdomino
    letters = [f"{codes[name]} {name}" for name in names.values()]
    return escape(WORDS[language].between.join([f"# {_hut(game, language)}", *letters, marks]))


def _hut(game: GameName, language: Language) -> str:
    return said(language, "hut" if game == "origins" else "castle")


def _cell(square: Square | None, cell: Cell, game: GameName, language: Language) -> str:
    if cell == CENTRE:
        return f'<td class="hut"><abbr title="{escape(_hut(game, language))}">#</abbr></td>'
    if square is None:
        return "<td></td>"
    words = WORDS[language]
    names = words.boxes[game].terrains
    code = _codes(tuple(names.values()))[names[square.terrain]]
    lying = ""
    if square.resource:
        lying = words.resources[square.resource].name[:4].lower()
    elif square.caveman:
        lying = _capitals(words.cavemen[square.caveman].name[:4])
    title = escape(square_text(square, game, language))
    below = f" <br>{escape(lying)}" if lying else ""
    return f'<td class="{square.terrain}"><abbr title="{title}">{escape(code)}{_stars(square)}</abbr>{below}</td>'


def _capitals(letters: str) -> str:
    """In brackets, where a script has no capitals."""
    return letters.upper() if letters.upper() != letters.lower() else f"[{letters}]"


def _stars(square: Square) -> str:
    return "*" * (square.marks + square.fire) + "^" * square.craters


@cache
def _codes(names: tuple[str, ...]) -> dict[str, str]:
    """The shortest beginnings that differ, of at least two letters."""
    codes: dict[str, str] = {}
    for name in dict.fromkeys(names):
        others = [other for other in names if other != name]
        lengths = (length for length in range(2, len(name) + 1) if not any(o.startswith(name[:length]) for o in others))
        codes[name] = name[: next(lengths, len(name))].capitalize()
    return codes
