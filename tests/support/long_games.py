"""Games with as many turns taken back as a log can have."""

from random import Random

from domain.commands import Play, UndoTurn
from domain.decide import advance
from domain.events import Event
from domain.game import INITIAL
from domain.rules import Rules
from tests.support.play import random_move, start

TRIBE = Rules("origins", 4, "tribe")


def long_game(length: int, seed: int = 1, rules: Rules = TRIBE) -> list[Event]:
    """A finished game of almost `length` events: in its middle one placement is made and taken back, over and over."""
    rng = Random(seed)
    events, game = advance(INITIAL, start(rules, rng))
    while game.position.step != "over":
        seat = game.position.seat
        assert seat is not None
        more, after = advance(game, Play(seat, random_move(game, rng)))
        is_undoable = game.position.step == "place" and after.position.seat == seat and after.before is not None
        if len(events) > 80 and is_undoable and len(events) < length - 110:
            undone, after = advance(after, Play(seat, UndoTurn()))
            more += undone
        events, game = events + more, after
    assert len(events) <= length
    return events
