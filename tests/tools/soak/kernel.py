"""The compiled kernel against the rules: at least 10,000 positions of every configuration, compared in everything."""

from random import Random

from tqdm import tqdm

from tests.puzzles.search.twins import check_game
from tests.support.configurations import CONFIGURATIONS, name


def compare(positions: int, seed: int) -> None:
    """Compares this many positions of each configuration, or raises with the game in which the two differ."""
    compared, games = 0, 0
    for rules in tqdm(CONFIGURATIONS, desc="configurations", unit="configuration"):
        done, number = 0, 0
        with tqdm(total=positions, desc=name(rules), unit="position", leave=False) as progress:
            while done < positions:
                try:
                    checked = check_game(rules, Random(f"{seed}/{name(rules)}/{number}"))
                except Exception as error:
                    raise RuntimeError(f"game {number} of seed {seed} ({name(rules)}) differs") from error
                done, number = done + checked, number + 1
                progress.update(checked)
        compared, games = compared + done, games + number
    print(f"{compared} positions in {games} games of {len(CONFIGURATIONS)} configurations, no difference")
