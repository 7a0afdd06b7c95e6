"""Random games over all configurations, checked after every event: `make soak` plays 10,000."""

from collections import Counter
from random import Random
from statistics import mean

from tqdm import tqdm

from domain.log import audit, replay
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.scoring import scores
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.invariants import check_log, check_settled
from tests.support.play import random_game


def play_games(count: int, seed: int) -> None:
    """Plays to the end, or raises with the configuration and seed that broke something."""
    events, points, kinds = 0, Counter[str](), Counter[str]()
    totals: list[int] = []
    for number in tqdm(range(count), desc="games", unit="game"):
        rules = CONFIGURATIONS[number % len(CONFIGURATIONS)]
        try:
            played = random_game(rules, Random(f"{seed}/{number}"), fickle=0.02)
            assert check_log(played.events) == replay(played.events) == audit(played.events) == played.end
            assert read_record(write_record(played.events)) == played.events
            for game in played.games[1:]:
                check_settled(game)
        except Exception as error:
            raise RuntimeError(f"game {number} of seed {seed} ({name(rules)}) broke") from error
        events += len(played.events)
        kinds.update(type(event).__name__ for event in played.events)
        if rules.game == "kingdomino" and rules.seats == 4 and rules.must_place:
            totals += [sum(region.points for region in score.regions) for score in scores(played.end.position)]
        points[name(rules)] += 1
    print(f"{count} games of {len(points)} configurations, {events} events, no broken invariant")
    print("events: " + ", ".join(f"{kind} {number}" for kind, number in kinds.most_common()))
    print(f"random play, Kingdomino, 4 seats, must place: {mean(totals):.2f} points a seat without bonuses")
