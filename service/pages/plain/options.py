"""The moves that can be made, as fields of a form, and a form that was sent as a move.

Moves are written in the notation. Recruiting is the exception: its moves are too many to list, so a form has a field
for each part of it.
"""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, NamedTuple

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    Move,
    PassRecruit,
    PlaceDomino,
    Step,
    ThrowFire,
)
from domain.dominoes import Dominoes, dominoes
from domain.errors import Reason, Unreadable
from domain.grid import Cell
from domain.notation.cells import cell_name
from domain.notation.moves import read_move, write_move
from domain.position import Position
from projections.choices import Choices, Recruits
from projections.words import WORDS, Language
from service.pages.plain.drawing import half, square_text
from service.pages.plain.words import PLAIN_WORDS, said
from service.runtime.refusal import Refused

CHOOSE_FIRST: Final = Reason("choose_first", "", "Choose a move first.")
_MOST_BUTTONS: Final = 12  # more moves are a list to choose from


class _Teller(NamedTuple):
    """Moves in words."""

    position: Position
    box: Dominoes
    language: Language

    def text(self, move: Step) -> str:
        words = PLAIN_WORDS[self.language]
        match move:
            case ClaimDomino(None, (low, high)):
                return " + ".join(self._domino(number) for number in (low, high))
            case ClaimDomino(int(number)) | DraftDomino(number):
                return self._domino(number)
            case PlaceDomino(number, a, b):
                first, second = self._half(number, a, is_first=True), self._half(number, b, is_first=False)
                return words.place_move.format(a=first, b=second)
            case DeclineDomino():
                return said(self.language, "decline")
            case ThrowFire(at):
                return words.fire_move.format(cell=cell_name(at))
            case GiveTotem(resource, to):
                name = WORDS[self.language].called(self.position.players[to].name)
                return words.totem_move.format(totem=WORDS[self.language].totems[resource], name=name)
            case PassRecruit():
                return said(self.language, "no_recruit")
            case _:
                return write_move(move)

    def _domino(self, number: int) -> str:
        domino, game = self.box[number], self.position.rules.game
        halves = " | ".join(square_text(square, game, self.language) for square in (domino.a, domino.b))
        return f"{PLAIN_WORDS[self.language].domino_move.format(domino=number)}: {halves}"

    def _half(self, number: int, cell: Cell, *, is_first: bool) -> str:
        domino = self.box[number]
        what = square_text(domino.a if is_first else domino.b, self.position.rules.game, self.language)
        return PLAIN_WORDS[self.language].half.format(what=what, cell=cell_name(cell))


def fields(choices: Choices, position: Position, language: Language) -> str:
    """The fields of the form in which a move is chosen."""
    teller = _Teller(position, dominoes(position.rules), language)
    labelled = [(write_move(move), _label(teller, choices, number)) for number, move in enumerate(choices.moves)]
    if choices.recruit is not None:
        return _recruit_fields(choices.recruit, labelled, language)
    legend = _question(choices, position, language)
    shown = f"<p>{_domino_in_hand(position, language)}</p>" if choices.step == "place" else ""
    return shown + (_radios if len(labelled) <= _MOST_BUTTONS else _list)("move", legend, labelled)


def cells(moves: Sequence[Step]) -> list[Cell]:
    """Where dominoes can go."""
    return [cell for move in moves if isinstance(move, PlaceDomino) for cell in (move.a, move.b)]


def read_form(form: Mapping[str, Sequence[str]], *, claiming: bool) -> Move:
    """Raises Refused."""
    word = next(iter(form.get("move", ())), "")
    caveman = next(iter(form.get("caveman", ())), "")
    if caveman and not word:
        at, spend = next(iter(form.get("at", ())), ""), "".join(form.get("spend", ()))
        word = f"{caveman}@{at}:{spend}"
    if not word:
        raise Refused(CHOOSE_FIRST, "invalid")
    try:
        return read_move(word, claiming=claiming)
    except Unreadable as error:
        raise Refused(CHOOSE_FIRST if caveman else error.reason, "invalid") from error


def _question(choices: Choices, position: Position, language: Language) -> str:
    if choices.step == "place":
        return said(language, "you_place", domino=position.line[0].domino)
    has_pairs = any(isinstance(move, ClaimDomino) and move.dominoes for move in choices.moves)
    questions = {"claim": "you_claim_pair" if has_pairs else "you_claim", "fire": "you_fire", "totem": "you_totem"}
    return said(language, questions.get(choices.step, "you_draft"))


def _domino_in_hand(position: Position, language: Language) -> str:
    domino, game = dominoes(position.rules)[position.line[0].domino], position.rules.game
    return half(domino.a, game, language) + half(domino.b, game, language)


def _label(teller: _Teller, choices: Choices, number: int) -> str:
    text = teller.text(choices.moves[number])
    if choices.earns is None or not choices.earns[number].total:
        return text
    return f"{text} ({PLAIN_WORDS[teller.language].earns.format(count=f'{choices.earns[number].total:+}')})"


def _radios(name: str, legend: str, labelled: Sequence[tuple[str, str]]) -> str:
    labels = "".join(
        f'<label><input type="radio" name="{name}" value="{escape(word)}"> {escape(text)}</label>'
        for word, text in labelled
    )
    return f"<fieldset><legend>{escape(legend)}</legend>{labels}</fieldset>"


def _list(name: str, legend: str, labelled: Sequence[tuple[str, str]]) -> str:
    options = "".join(f'<option value="{escape(word)}">{escape(text)}</option>' for word, text in labelled)
    return (
        f'<p><label for="{name}">{escape(legend)}</label><br>'
        f'<select name="{name}" id="{name}"><option value="">…</option>{options}</select></p>'
    )


def _recruit_fields(recruits: Recruits, passing: Sequence[tuple[str, str]], language: Language) -> str:
    words, plain = WORDS[language], PLAIN_WORDS[language]
    offered = [(f"+{caveman}", words.cavemen[caveman].name) for caveman in dict.fromkeys(recruits.cave)]
    offered += [
        (f"++{caveman}", plain.from_pile.format(caveman=words.cavemen[caveman].name))
        for caveman in dict.fromkeys(recruits.pile or ())
    ]
    spent = [(kind, cell) for kind, places in recruits.resources.items() for cell in places]
    boxes = "".join(
        f'<label><input type="checkbox" name="spend" value="{cell_name(cell)}"> '
        f"{escape(plain.half.format(what=words.resources[kind].name, cell=cell_name(cell)))}</label>"
        for kind, cell in spent
    )
    stand = [(cell_name(cell), cell_name(cell)) for cell in [*recruits.free, *(cell for _, cell in spent)]]
    return (
        _radios("move", said(language, "you_recruit"), passing)
        + _list("caveman", plain.caveman, offered)
        + f"<fieldset><legend>{escape(plain.spend)}</legend>{boxes}</fieldset>"
        + _list("at", plain.stand, stand)
    )
