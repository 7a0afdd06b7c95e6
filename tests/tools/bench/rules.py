"""How fast the rules are: rebuilding a game, listing moves, telling a replay."""

from functools import partial
from random import Random

from domain.legal import legal
from domain.log import audit, replay
from domain.notation.positions import fingerprint
from domain.rules import Rules
from projections.frames import frames
from projections.table import table
from tests.support.play import random_game
from tests.tools.bench.measure import Figure, median_time


def figures() -> list[Figure]:
    tribe = random_game(Rules("origins", 4, "tribe", ("empire_of_fire", "homo_habilis")), Random(1))
    wide = random_game(Rules("origins", 2, "tribe"), Random(1))
    placing = [game.position for game in wide.games if game.position.step == "place"]
    shown = frames(tribe.events)
    return [
        Figure(
            f"rebuild a finished 4-seat Tribe game of {len(tribe.events)} events",
            median_time(lambda: replay(tribe.events)),
            target=2e-3,
        ),
        Figure(
            f"legal placements on a 7×7 territory, median of {len(placing)} positions of a game",
            median_time(*(partial(legal, position) for position in placing)),
            target=1e-3,
        ),
        Figure("check every event of that Tribe game against the rules", median_time(lambda: audit(tribe.events))),
        Figure(
            "all frames of it, with running scores",
            median_time(lambda: [frame.scores for frame in frames(tribe.events)]),
        ),
        Figure("one table of it", median_time(lambda: table(shown[100], 0))),
        Figure("one fingerprint of it", median_time(lambda: fingerprint(shown[100].game.position))),
    ]
