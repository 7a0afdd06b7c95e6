"""Each theme on a board that has it, and on one that narrowly misses it."""

from typing import Final, cast, get_args

import pytest

from domain.commands import PlaceDomino, RecruitCaveman, Step
from domain.notation.moves import read_move
from domain.rules import Rules
from puzzles.making.solved_problem import Study
from puzzles.making.themes import CLAIMS, themes
from puzzles.puzzle import Theme
from puzzles.search.exact.problem import Optima, Problem, Solution
from tests.support.boards import territory
from tests.support.position_samples import samples
from tests.support.spec import DISCOVERY, KINGDOMINO, TOTEM, TRIBE

MIDDLE: Final = Rules("kingdomino", 4, None, ("must_place", "middle_kingdom"))
HARMONY: Final = Rules("kingdomino", 4, None, ("must_place", "harmony"))


def study(
    rules: Rules,
    drawing: str,
    line: str,
    *,
    greedy: str = "",
    first_moves: str = "",
    boards: int = 2,
    also: tuple[int, ...] = (),
) -> Study:
    """The best line in the words of the notation, in which the hut stands on g7; `also` has no room in it."""
    steps = _steps(line)
    dominoes = tuple(step.domino for step in steps if isinstance(step, PlaceDomino))
    cave = tuple(step.caveman for step in steps if isinstance(step, RecruitCaveman))
    problem = Problem(rules, territory(drawing), (*dominoes, *also), cave, len(cave))
    return Study(problem, Solution(0, 0, steps, 1, Optima(boards, _steps(first_moves))), _steps(greedy))


def _steps(words: str) -> tuple[Step, ...]:
    return tuple(cast(Step, read_move(word)) for word in words.split())


FIELD = """
    W1 W W castle .
    W  W W .      .
    .  . . .      .
"""
TWO_FIELDS = """
    W1 W castle F F
    .  . .      . .
    W  W .      . .
"""
FIELD_WITHOUT_CROWN = """
    W W W castle .
    . . W .      .
    . . . .      .
"""
ONE_GAP = """
    W W W      W W
    W W W      W W
    W W castle W W
    W W W      W W
    W W W      . .
"""
CROSS = """
    . . W      . .
    . . W      . .
    W W castle W W
    . . W      . .
"""
CAMP = """
    Gr Gr hut Qr Lr
    Gr D  .   .  .
"""
HALL = "W W castle . ."
DESERT = "D D hut G G"

EXAMPLES: Final[dict[Theme, tuple[Study, Study]]] = {
    "one_big_region": (study(KINGDOMINO, FIELD, "1@d9e9"), study(KINGDOMINO, FIELD, "3@h7h8")),
    "several_regions": (
        study(KINGDOMINO, "W1 F1 castle L1 G1", "12@g8g9"),
        study(KINGDOMINO, "W1 F1 castle L1 G", "12@g8g9"),
    ),
    "join_regions": (study(KINGDOMINO, TWO_FIELDS, "13@e8f8"), study(KINGDOMINO, TWO_FIELDS, "3@h8h9")),
    "waiting_region": (
        study(KINGDOMINO, FIELD_WITHOUT_CROWN, "19@e8e9"),
        study(KINGDOMINO, FIELD_WITHOUT_CROWN, "1@e8e9"),
    ),
    "leave_no_hole": (study(KINGDOMINO, ONE_GAP, "1@h9i9"), study(KINGDOMINO, ONE_GAP, "1@h9i9", greedy="1@h9i9")),
    "centre_the_hut": (study(MIDDLE, CROSS, "1@g9h9"), study(MIDDLE, CROSS, "1@h6h5")),
    "harmony": (study(HARMONY, ONE_GAP, "1@h9i9"), study(KINGDOMINO, ONE_GAP, "1@h9i9")),
    "no_room": (study(KINGDOMINO, ONE_GAP, "1@h9i9", also=(3,)), study(KINGDOMINO, ONE_GAP, "1@h9i9")),
    "patience": (
        study(KINGDOMINO, HALL, "1@g8h8", greedy="1@e8f8", first_moves="1@g8h8"),
        study(KINGDOMINO, HALL, "1@g8h8", greedy="1@h8g8", first_moves="1@g8h8"),
    ),
    "only_board": (study(KINGDOMINO, HALL, "1@g8h8", boards=1), study(KINGDOMINO, HALL, "1@g8h8", boards=2)),
    "last_domino": (study(KINGDOMINO, HALL, "3@h7i7 19@e8e9"), study(KINGDOMINO, HALL, "19@e8e9 3@h7i7")),
    "split_fire": (
        study(DISCOVERY, DESERT, "28@f8g8 *e7 29@e8e9 *h7"),
        study(DISCOVERY, DESERT, "28@f8g8 *e7 29@e8e9 *f7"),
    ),
    "gather_fire": (
        study(DISCOVERY, DESERT, "28@f8g8 *e7 29@e8e9 *f7"),
        study(DISCOVERY, DESERT, "28@f8g8 *e7 29@e8e9 *h7"),
    ),
    "far_fire": (study(DISCOVERY, DESERT, "29@e8e9 *h7"), study(DISCOVERY, DESERT, "28@f8g8 *e7")),
    "burnt_resource": (study(TOTEM, "D D hut Gr G", "28@f8g8 *h7"), study(TOTEM, "D D hut Gr G", "28@f8g8 *e7")),
    "save_the_mushrooms": (study(TOTEM, "D D hut Jr G", "28@f8g8 *e7"), study(TOTEM, "D D hut Jr G", "28@f8g8 *h7")),
    "horde": (
        study(TRIBE, "D D+small_warrior hut Gr Lr", "+amazon_warrior@e7:h7i7"),
        study(TRIBE, "D D+small_warrior hut Gr Lr", "+amazon_warrior@h7:h7i7"),
    ),
    "hunters": (study(TRIBE, CAMP, "+hunter@f8:h7i7"), study(TRIBE, CAMP, "+hunter@h7:h7i7")),
    "two_recruits": (
        study(TRIBE, "Gr Lr hut Qr Jr", "+hunter@e7:e7f7 +fisher@h7:h7i7"),
        study(TRIBE, "Gr Lr hut Qr Jr", "+hunter@e7:e7f7"),
    ),
}


def test_every_theme_has_its_claim_and_its_examples() -> None:
    assert set(CLAIMS) == set(EXAMPLES) == set(get_args(Theme))
    assert len(CLAIMS) >= 12


@pytest.mark.parametrize("theme", get_args(Theme))
def test_a_theme_is_found_where_it_is(theme: Theme) -> None:
    assert theme in themes(EXAMPLES[theme][0])


@pytest.mark.parametrize("theme", get_args(Theme))
def test_a_theme_is_not_found_where_it_is_not(theme: Theme) -> None:
    assert theme not in themes(EXAMPLES[theme][1])


def test_the_middle_is_not_a_theme_if_the_hut_is_centred_from_the_start() -> None:
    centred = study(MIDDLE, CROSS + "\n . . W . .", "1@h6h5")
    assert centred.score.bonuses
    assert "centre_the_hut" not in themes(centred)


def test_no_theme_of_fire_or_cavemen_is_found_in_kingdomino() -> None:
    themes = {theme for puzzle in samples() if puzzle.problem.rules.game == "kingdomino" for theme in puzzle.themes}
    assert themes
    assert not themes & {"split_fire", "gather_fire", "far_fire", "burnt_resource", "save_the_mushrooms"}
    assert not themes & {"horde", "hunters", "two_recruits"}


def test_themes_are_in_alphabetical_order() -> None:
    assert all(list(puzzle.themes) == sorted(puzzle.themes) for puzzle in samples())
