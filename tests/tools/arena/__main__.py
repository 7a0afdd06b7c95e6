"""`make arena`: how strong the engine is. `PARTS="greedy levels" GAMES=40 JOBS=2 python -m tests.tools.arena` chooses.

yardsticks  full greedy against the results published for it
greedy      the engine against three full greedy players, 0.5 s and 2 s for each turn
origins     the engine against flint with two seats, every mode of Origins, 0.5 s for each turn
levels      each level against the one before, two seats, every game and mode
frozen      volcano against volcano-1 and volcano-2, which are volcano as it was, two seats, every game and mode
"""

import os
from collections.abc import Callable, Iterator
from typing import Final

from domain.rules import MODES, Rules
from tests.tools.arena.frozen import FROZEN
from tests.tools.arena.matches import Outcome, match

GAMES: Final = int(os.environ.get("GAMES", "400"))
JOBS: Final = int(os.environ.get("JOBS", "1"))
SEED: Final = int(os.environ.get("SEED", "1"))
SECONDS: Final = tuple(os.environ.get("SECONDS", "0.5 2").split())

# As in the published matches; must place is our default.
KINGDOMINO: Final = Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony"))
DUELS: Final = (
    *(Rules("origins", 2, mode) for mode in MODES),
    Rules("kingdomino", 2, None, ("must_place", "middle_kingdom", "harmony")),
    Rules("kingdomino", 2, None, ("must_place", "middle_kingdom", "harmony", "mighty_duel")),
)
# Wins and margin: the best known for this time, and what we want.
TARGETS: Final = {"0.5": ((0.575, 2.7), (0.70, 7.0)), "2": ((0.80, 7.8), (0.88, 11.0))}


def yardsticks() -> Iterator[str]:
    for player, others, published in (
        ("pebble", "pebble", "22.8 points"),
        ("fg", "pebble", "wins 97.7 %, margin +27.2, 55.7 points"),
        ("fg", "fg", "margin -10.3, 51.4 points"),
    ):
        outcome = match(KINGDOMINO, player, others, GAMES, seed=SEED, jobs=JOBS)
        yield f"{player} against 3 × {others}: {outcome}   published: {published}"


def greedy() -> Iterator[str]:
    for seconds in SECONDS:
        for others in ("fg", "fg+"):
            outcome = match(KINGDOMINO, seconds, others, GAMES, seed=SEED, jobs=JOBS)
            yield f"{seconds} s against 3 × {others}: {outcome}{_beside(seconds, outcome)}"


def _beside(seconds: str, outcome: Outcome) -> str:
    if seconds not in TARGETS:
        return ""
    (wins, margin), (wanted, ahead) = TARGETS[seconds]
    verdict = "reached" if outcome.wins >= wanted and outcome.margin >= ahead else "MISSED"
    return (
        f"   best known {100 * wins:.1f} % / {margin:+.1f}   target ≥ {100 * wanted:.0f} % / ≥ {ahead:+.0f}: {verdict}"
    )


def origins() -> Iterator[str]:
    seconds = SECONDS[0]
    for mode in MODES:
        outcome = match(Rules("origins", 2, mode), seconds, "flint", GAMES, seed=SEED, jobs=JOBS)
        verdict = "reached" if outcome.wins >= 0.9 else "MISSED"
        yield f"{mode}, {seconds} s against flint: {outcome}   target ≥ 90 % with 0.5 s: {verdict}"


def levels() -> Iterator[str]:
    for rules in DUELS:
        for higher, lower in (("flint", "pebble"), ("mammoth", "flint"), ("volcano", "mammoth")):
            outcome = match(rules, higher, lower, GAMES, seed=SEED, jobs=JOBS)
            name = " ".join(filter(None, (rules.game, rules.mode, f"size {rules.size}")))
            verdict = "reached" if outcome.wins >= 0.7 else "MISSED"
            yield f"{name}, {higher} against {lower}: {outcome}   target ≥ 70 %: {verdict}"


def frozen() -> Iterator[str]:
    for rules in DUELS:
        for earlier in FROZEN:
            outcome = match(rules, "volcano", earlier, GAMES, seed=SEED, jobs=JOBS)
            name = " ".join(filter(None, (rules.game, rules.mode, f"size {rules.size}")))
            yield f"{name}, volcano against {earlier}: {outcome}"


PARTS: Final[dict[str, Callable[[], Iterator[str]]]] = {
    "yardsticks": yardsticks,
    "greedy": greedy,
    "origins": origins,
    "levels": levels,
    "frozen": frozen,
}

if __name__ == "__main__":
    for part in os.environ.get("PARTS", " ".join(PARTS)).split():
        print(f"== {part}", flush=True)
        for line in PARTS[part]():
            print(line, flush=True)
