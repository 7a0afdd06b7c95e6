"""How long a bot thinks: the longest decision of whole games, in every game and mode, on one core."""

from collections.abc import Iterator
from random import Random
from time import process_time

from domain.commands import Play
from domain.decide import advance
from domain.game import INITIAL
from domain.pieces import Level
from domain.rules import Rules
from puzzles.bots.choose import choose
from tests.support.play import start
from tests.tools.bench.measure import Figure

TARGETS: dict[Level, float] = {"mammoth": 0.3, "volcano": 2.0}
RULES = (
    Rules("kingdomino", 2, None, ("must_place", "mighty_duel")),
    Rules("kingdomino", 4, None, ("must_place",)),
    Rules("origins", 2, "discovery"),
    Rules("origins", 4, "totem"),
    Rules("origins", 2, "tribe"),
    Rules("origins", 4, "tribe"),
)


def figures() -> Iterator[Figure]:
    for level, target in TARGETS.items():
        for rules in RULES:
            called = f"{rules.game} {rules.mode or ''}".strip()
            longest = max(_decisions(rules, level))
            yield Figure(f"the longest decision of {level} in a game, {called}, {rules.seats} seats", longest, target)


def _decisions(rules: Rules, level: Level) -> Iterator[float]:
    rng = Random(1)
    _, game = advance(INITIAL, start(rules, rng))
    choose(game.position, level, rng)  # what is compiled is read from its cache first
    while (seat := game.position.seat) is not None:
        begin = process_time()
        step = choose(game.position, level, rng)
        yield process_time() - begin
        _, game = advance(game, Play(seat, step))
