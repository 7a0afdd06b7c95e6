"""Interactive examples of the rules: a position, moves to try in it, and the answer of the rules to a move.

Each file in `examples/` is a position in the notation followed by rows such as `try corner 20@h8i8`: a move and the
name that the pages use for it.
"""

from importlib import resources
from typing import Final, cast

import msgspec

from domain.commands import Play, Step
from domain.decide import decide
from domain.errors import IllegalMove
from domain.evolve import evolve
from domain.game import Game
from domain.notation.moves import read_move
from domain.notation.positions import read_position
from projections.chronicle import tell
from projections.frames import Frame
from projections.reasons import reason_text
from projections.table import Table, table
from projections.words import Language

_TRY: Final = "try "


class Example(msgspec.Struct, frozen=True):
    game: Game
    tries: dict[str, Step]


class ShownExample(msgspec.Struct, frozen=True):
    """An example as the reader sees it, without the answers."""

    table: Table
    tries: dict[str, Step]


class Answer(msgspec.Struct, frozen=True):
    """The answer of the rules to a move: its events or the reason for refusing it, and the table after it."""

    allowed: bool
    sentences: tuple[str, ...] = msgspec.field(name="told")
    table: Table
    code: str | None = None  # of the reason
    rule: str | None = None  # of the reason


def shown(example: Example) -> ShownExample:
    return ShownExample(_table(example.game), example.tries)


def answer(example: Example, move: Step, language: Language) -> Answer:
    """The answer to `move` in the example, in this language."""
    game = example.game
    try:
        events = decide(game, Play(game.position.seat or 0, move))
    except IllegalMove as illegal:
        reason = illegal.reason
        sentence = reason_text(reason, language)
        return Answer(allowed=False, sentences=(sentence,), table=_table(game), code=reason.code, rule=reason.rule)
    sentences: list[str] = []
    for event in events:
        sentences.append(tell(game.position, event, language))
        game = evolve(game, event)
    return Answer(allowed=True, sentences=tuple(sentences), table=_table(game))


def _table(game: Game) -> Table:
    return table(Frame(game))


def _read(text: str) -> Example:
    lines = text.splitlines()
    position = read_position("\n".join(line for line in lines if not line.startswith(_TRY)))
    tries = (line.split()[1:] for line in lines if line.startswith(_TRY))
    is_claim = position.step == "claim"
    moves = {name: cast(Step, read_move(move, claiming=is_claim)) for name, move in tries}
    return Example(Game(position, version=1), moves)  # not 0: a game without events has not started


EXAMPLES: Final = {
    file.name.removesuffix(".txt"): _read(file.read_text(encoding="utf-8"))
    for file in resources.files("projections").joinpath("examples").iterdir()
}
