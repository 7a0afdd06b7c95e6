"""The themes of a puzzle: for each theme one small claim about the best line."""

from collections.abc import Callable, Iterator
from typing import Final, get_args

from domain.commands import PlaceDomino
from domain.dominoes import dominoes
from domain.fire import targets
from domain.grid import Cell, distance
from domain.scoring import RegionPoints, score
from domain.territory import Region, Territory, place, regions
from puzzles.making.solved_problem import Study, face
from puzzles.puzzle import Theme

_BIG: Final = 8  # squares
_SEVERAL: Final = 4  # regions
_WAITING: Final = 4  # squares
_JOINED: Final = 2  # squares of each part
_FAR: Final = 3
_COUNTED: Final = 3  # things around a hunter-gatherer


def themes(study: Study) -> tuple[Theme, ...]:
    """The themes of this puzzle, in alphabetical order."""
    return tuple(theme for theme in get_args(Theme) if CLAIMS[theme](study))


# Regions


def one_big_region(study: Study) -> bool:
    """A large region makes at least half of the points."""
    largest = max(_scoring(study), key=lambda region: region.points, default=None)
    return largest is not None and largest.squares >= _BIG and 2 * largest.points >= study.score.total


def several_regions(study: Study) -> bool:
    """Many regions score, and none makes more than a third of the points."""
    scoring = _scoring(study)
    return len(scoring) >= _SEVERAL and 3 * max(region.points for region in scoring) <= study.score.total


def join_regions(study: Study) -> bool:
    """A domino joins two regions of some size into one."""
    return any(
        _parts(before, region) > 1 for before, after in _placings(study) for region in regions(after) if region.marks
    )


def waiting_region(study: Study) -> bool:
    """A region of some size waits for its first fire or crown, and gets it."""
    marked = {cell for region in study.score.regions if region.marks for cell in region.cells}
    return any(
        len(region.cells) >= _WAITING and not region.marks and marked.issuperset(region.cells)
        for territory in study.stages
        for region in regions(territory)
    )


# The whole territory


def leave_no_hole(study: Study) -> bool:
    """The territory becomes complete, while the greedy line leaves a hole."""
    return study.final.is_complete and not study.greedy_stages[-1].is_complete


def centre_the_hut(study: Study) -> bool:
    """The bonus for the hut or castle in the middle is earned, and was not there from the beginning."""
    is_earned = any(bonus.variant in ("empire_of_fire", "middle_kingdom") for bonus in study.score.bonuses)
    return is_earned and not study.problem.territory.is_centred


def harmony(study: Study) -> bool:
    """The bonus for the complete territory is earned."""
    return any(bonus.variant in ("homo_habilis", "harmony") for bonus in study.score.bonuses)


def no_room(study: Study) -> bool:
    """The best line leaves a domino without room."""
    return study.placed < len(study.problem.dominoes)


# The way there


def patience(study: Study) -> bool:
    """The first placement of the greedy player leads to none of the best boards."""
    start, first = study.problem.territory, next(iter(study.greedy), None)
    if not isinstance(first, PlaceDomino):
        return False
    domino = dominoes(study.problem.rules)[first.domino]
    best = {
        face(place(start, domino, step.a, step.b)) for step in study.optima.first_moves if isinstance(step, PlaceDomino)
    }
    return face(place(start, domino, first.a, first.b)) not in best


def only_board(study: Study) -> bool:
    """There is just one best final board."""
    return study.optima.boards == 1


def last_domino(study: Study) -> bool:
    """At least half of the points that dominoes bring come with the last of them."""
    laid = len(study.line) - len(study.recruits)
    if not study.placed:
        return False
    last = max(number for number, step in enumerate(study.line) if isinstance(step, PlaceDomino))
    start, before, end = (_points(study, stage) for stage in (0, last, laid))
    return 2 * (end - before) >= end - start


# Fire


def split_fire(study: Study) -> bool:
    """Two fires land in different regions."""
    return len(set(_burning(study))) > 1


def gather_fire(study: Study) -> bool:
    """Two fires land in the same region."""
    burning = list(_burning(study))
    return len(set(burning)) < len(burning)


def far_fire(study: Study) -> bool:
    """A fire flies as far as any can."""
    return any(distance(throw.volcano, throw.at) == _FAR for throw in study.throws)


def burnt_resource(study: Study) -> bool:
    """It is best to burn a resource of one's own."""
    return any(throw.territory.squares[throw.at].resource for throw in study.throws)


def save_the_mushrooms(study: Study) -> bool:
    """Fires could burn mushrooms, and none does."""
    return not any(_is_mushroom(throw.territory, throw.at) for throw in study.throws) and any(
        _is_mushroom(throw.territory, at) for throw in study.throws for at in targets(throw.territory, throw.volcano)
    )


# The tribe


def horde(study: Study) -> bool:
    """A recruit stands with other warriors."""
    posts = {step.at for step in study.recruits}
    return any(one.warriors > 1 and posts.intersection(one.cells) for one in study.score.hordes)


def hunters(study: Study) -> bool:
    """A recruited hunter-gatherer finds much around him."""
    posts = {step.at for step in study.recruits}
    return any(one.at in posts and one.count >= _COUNTED for one in study.score.cavemen)


def two_recruits(study: Study) -> bool:
    return len(study.recruits) > 1


CLAIMS: Final[dict[Theme, Callable[[Study], bool]]] = {
    "burnt_resource": burnt_resource,
    "centre_the_hut": centre_the_hut,
    "far_fire": far_fire,
    "gather_fire": gather_fire,
    "harmony": harmony,
    "horde": horde,
    "hunters": hunters,
    "join_regions": join_regions,
    "last_domino": last_domino,
    "leave_no_hole": leave_no_hole,
    "no_room": no_room,
    "one_big_region": one_big_region,
    "only_board": only_board,
    "patience": patience,
    "save_the_mushrooms": save_the_mushrooms,
    "several_regions": several_regions,
    "split_fire": split_fire,
    "two_recruits": two_recruits,
    "waiting_region": waiting_region,
}


def _scoring(study: Study) -> list[RegionPoints]:
    return [region for region in study.score.regions if region.points]


def _placings(study: Study) -> Iterator[tuple[Territory, Territory]]:
    """The territory before and after each placement."""
    for before, step, after in zip(study.stages, study.line, study.stages[1:], strict=False):
        if isinstance(step, PlaceDomino):
            yield before, after


def _parts(before: Territory, joined: Region) -> int:
    """How many regions of some size have become this one."""
    return sum(
        len(part.cells) >= _JOINED and part.terrain == joined.terrain and part.cells[0] in joined.cells
        for part in regions(before)
    )


def _points(study: Study, stage: int) -> int:
    return score(study.problem.rules, study.stages[stage], {}, 0).total


def _burning(study: Study) -> Iterator[tuple[Cell, ...]]:
    """The region, as it is in the end, in which each fire lands."""
    for throw in study.throws:
        yield next(region.cells for region in study.score.regions if throw.at in region.cells)


def _is_mushroom(territory: Territory, cell: Cell) -> bool:
    return territory.squares[cell].resource == "mushroom"
