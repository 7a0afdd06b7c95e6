"""Examples of the rules for readers to try: a position, moves worth trying there, and what the rules say to a move.

Each text in `examples/` is a position in the notation, and behind it rows such as `try corner 20@h8i8`: a move, and the
name by which the pages speak of it.
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
    """An example as the reader finds it. What may be done there it does not tell."""

    table: Table
    tries: dict[str, Step]


class Answer(msgspec.Struct, frozen=True):
    """What the rules say to a move: what came of it, or why it is refused; and the table after it."""

    allowed: bool
    told: tuple[str, ...]
    table: Table
    code: str | None = None  # of the refusal
    rule: str | None = None  # its number


def shown(example: Example) -> ShownExample:
    return ShownExample(_table(example.game), example.tries)


def answer(example: Example, move: Step, language: Language) -> Answer:
    """What comes of `move` in the example, told in this language."""
    game = example.game
    try:
        events = decide(game, Play(game.position.seat or 0, move))
    except IllegalMove as illegal:
        reason = illegal.reason
        return Answer(False, (reason_text(reason, language),), _table(game), reason.code, reason.rule)
    told = []
    for event in events:
        told.append(tell(game.position, event, language))
        game = evolve(game, event)
    return Answer(True, tuple(told), _table(game))


def _table(game: Game) -> Table:
    return table(Frame(game))


def _read(text: str) -> Example:
    lines = text.splitlines()
    position = read_position("\n".join(line for line in lines if not line.startswith(_TRY)))
    tries = (line.split()[1:] for line in lines if line.startswith(_TRY))
    is_claim = position.step == "claim"
    moves = {name: cast(Step, read_move(move, claiming=is_claim)) for name, move in tries}
    return Example(Game(position, version=1), moves)  # one event at least has set it up


EXAMPLES: Final = {
    file.name.removesuffix(".txt"): _read(file.read_text(encoding="utf-8"))
    for file in resources.files("projections").joinpath("examples").iterdir()
}
