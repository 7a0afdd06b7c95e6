"""The question put to OR-Tools CP-SAT: dominoes, fires, regions and bonuses.

Every placement of every domino is a yes or no; so is everywhere a fire may land. Regions are trees: each square of one
is its root, or hangs on a neighbour of its kind that is nearer to the root. A region may be split into several trees,
but that never pays: squares × marks of the whole are never less than the sum over its pieces.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from domain.dominoes import Square, dominoes
from domain.grid import CENTRE, Cell, bounds, distance, neighbours
from domain.pieces import RESOURCES, Resource, Terrain
from puzzles.search.exact.problem import Problem

Claim: TypeAlias = Any  # something that is 0 or 1: a variable, a sum of which at most one holds, or a constant
Amount: TypeAlias = Any


class Referee:
    """The model; `gains` are the points to be added up."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.root = problem.territory.squares
        self.size = problem.territory.size
        self.model = cp_model.CpModel()
        self.gains: list[Amount] = []
        self.cells = self._cells()
        self.free = [cell for cell in self.cells if cell not in self.root]
        self._place()
        self._fit_in_window()
        self._match()
        if problem.rules.must_place:
            self._must_place()
        self._throw_fires()
        self._score_regions()
        self._score_bonuses()
        if problem.rules.mode == "totem":
            self._score_resources()

    def _cells(self) -> list[Cell]:
        """All that a territory of this size can still reach."""
        left, top, right, bottom = bounds(self.root)
        reach = self.size - 1
        columns, rows = range(right - reach, left + reach + 1), range(bottom - reach, top + reach + 1)
        return [(x, y) for y in rows for x in columns if (x, y) != CENTRE]

    def claim(self) -> Claim:
        return self.model.new_bool_var("")

    def _place(self) -> None:
        """Each domino lies somewhere or stays out, and no two squares share a cell."""
        box = dominoes(self.problem.rules)
        self.halves = [(box[number].a, box[number].b) for number in self.problem.dominoes]
        pairs = [(a, b) for a in self.free for b in neighbours(a) if b in self.free]
        self.lies = [{pair: self.claim() for pair in pairs} for _ in self.halves]
        self.stays_out = [self.claim() for _ in self.halves]
        self.at = [tuple({cell: self.claim() for cell in self.free} for _ in (0, 1)) for _ in self.halves]
        for lies, stays_out, at in zip(self.lies, self.stays_out, self.at, strict=True):
            self.model.add_exactly_one([*lies.values(), stays_out])
            for half in (0, 1):
                for cell in self.free:
                    self.model.add(at[half][cell] == sum(lies[pair] for pair in pairs if pair[half] == cell))
        for cell in self.free:
            self.model.add_at_most_one(at[half][cell] for at in self.at for half in (0, 1))

    def squares(self, cell: Cell, test: Callable[[Square], bool], before: int = 48) -> Claim:
        """Whether such a square lies there: one of the root, or of the dominoes before this one."""
        if cell in self.root:
            return int(test(self.root[cell]))
        return sum(
            at[half][cell]
            for at, halves in zip(self.at[:before], self.halves[:before], strict=True)
            for half in (0, 1)
            if test(halves[half])
        )

    def _fit_in_window(self) -> None:
        """O3: the whole territory lies in size × size cells. Then it did so at any time before."""
        left, top, right, bottom = bounds(self.root)
        self.first_column = {x: self.claim() for x in range(right - self.size + 1, left + 1)}
        self.first_row = {y: self.claim() for y in range(bottom - self.size + 1, top + 1)}
        for axis, firsts in enumerate((self.first_column, self.first_row)):
            self.model.add_exactly_one(firsts.values())
            for cell in self.free:
                fitting = [claim for first, claim in firsts.items() if first <= cell[axis] < first + self.size]
                self.model.add(self.squares(cell, lambda _: True) <= sum(fitting))

    def _match(self) -> None:
        """O3: a square of each domino touches the hut or a square laid before of its own terrain."""
        for number, lies in enumerate(self.lies):
            for pair, claim in lies.items():
                self.model.add(claim <= sum(self._matches(number, pair)))

    def _matches(self, number: int, pair: tuple[Cell, Cell]) -> list[Claim]:
        """What each neighbour of the two cells does for a domino laid there."""
        claims = []
        for cell, half in zip(pair, self.halves[number], strict=True):
            for near in neighbours(cell):
                if near == CENTRE:
                    claims.append(1)
                elif near in self.cells:
                    claims.append(self.squares(near, _is_of(half.terrain), number))
        return claims

    def _must_place(self) -> None:
        """O4: a domino stays out only if wherever it matches a cell is taken or the territory would be too large."""
        for number, stays_out in enumerate(self.stays_out):
            taken = {cell: self.squares(cell, lambda _: True, number) for cell in self.free}
            for pair in self.lies[number]:
                hindered = sum(taken[cell] for cell in self.free if cell in pair or self._is_too_far(cell, pair))
                for match in self._matches(number, pair):
                    if not _is_nothing(match):
                        self.model.add(stays_out + match <= 1 + hindered)

    def _is_too_far(self, cell: Cell, pair: tuple[Cell, Cell]) -> bool:
        """Whether a territory with all three cells would be too large."""
        return any(abs(cell[axis] - other[axis]) >= self.size for axis in (0, 1) for other in pair)

    def _throw_fires(self) -> None:
        self.fires: dict[Cell, list[tuple[int, Claim]]] = {cell: [] for cell in self.cells}
        for number, halves in enumerate(self.halves):
            for half, square in enumerate(halves):
                if square.craters:
                    # O5: the square beside the volcano can always bear its fire, so it is never lost.
                    assert can_burn(halves[1 - half])
                    self._throw(number, half, square.craters)
        for thrown in self.fires.values():
            self.model.add_at_most_one(claim for _, claim in thrown)

    def _throw(self, number: int, half: int, craters: int) -> None:
        lands = {cell: self.claim() for cell in self.cells}
        self.model.add(sum(lands.values()) + self.stays_out[number] == 1)
        for cell, claim in lands.items():
            self.model.add(claim <= self.squares(cell, can_burn, number + 1))
            volcanoes = [at for at in self.free if 1 <= distance(at, cell) <= 4 - craters]
            self.model.add(claim <= sum(self.at[number][half][at] for at in volcanoes))
            self.fires[cell].append((craters, claim))

    def burns(self, cell: Cell) -> Claim:
        return sum(claim for _, claim in self.fires[cell])

    def marks(self, cell: Cell) -> Amount:
        """Printed ones, tokens of the root, and those thrown."""
        thrown = sum(fires * claim for fires, claim in self.fires[cell])
        if cell in self.root:
            return self.root[cell].marks + self.root[cell].fire + thrown
        return thrown + sum(
            half.marks * at[number][cell]
            for at, halves in zip(self.at, self.halves, strict=True)
            for number, half in enumerate(halves)
            if half.marks
        )

    def _score_regions(self) -> None:
        """O7: squares × marks."""
        terrains = {square.terrain for square in self.root.values()} | {
            half.terrain for halves in self.halves for half in halves
        }

        def is_of_one_terrain(claim: Claim, first: Cell, second: Cell) -> None:
            for terrain in terrains:
                on_first = self.squares(first, _is_of(terrain))
                on_second = self.squares(second, _is_of(terrain))
                self.model.add(claim + on_first <= 1 + on_second)

        members = {cell: self.squares(cell, lambda square: not square.craters) for cell in self.cells}
        marks = {cell: self.marks(cell) for cell in self.cells}
        self.score_groups(members, marks, is_of_one_terrain)

    def score_groups(
        self, members: dict[Cell, Claim], weights: dict[Cell, Amount], join: Callable[[Claim, Cell, Cell], None]
    ) -> None:
        """Number × weight of each group of neighbours; each is known by its root, its first cell in reading order."""
        cells = list(members)
        of = {cell: {root: self.claim() for root in cells[: place + 1]} for place, cell in enumerate(cells)}
        depth = {cell: self.model.new_int_var(0, len(cells), "") for cell in cells}
        for cell in cells:
            hangs_on = {near: self.claim() for near in neighbours(cell) if near in members}
            self.model.add(sum(of[cell].values()) == members[cell])
            self.model.add(sum(hangs_on.values()) == members[cell] - of[cell][cell])
            for near, claim in hangs_on.items():
                join(claim, cell, near)
                self.model.add(depth[cell] > depth[near]).only_enforce_if(claim)
                for root in of[cell]:
                    self.model.add(of[cell][root] + claim <= 1 + of[near].get(root, 0))
        for root in cells:
            self._score_group(root, of, weights)

    def _score_group(self, root: Cell, of: dict[Cell, dict[Cell, Claim]], weights: dict[Cell, Amount]) -> None:
        within = [cell for cell in of if root in of[cell]]
        number = self.model.new_int_var(0, len(within), "")
        self.model.add(number == sum(of[cell][root] for cell in within))
        heavy = [cell for cell in within if not _is_nothing(weights[cell])]
        weight = self.model.new_int_var(0, 3 * len(heavy), "")
        self.model.add(weight == sum(self.both(of[cell][root], weights[cell], 3) for cell in heavy))
        points = self.model.new_int_var(0, 3 * len(heavy) * len(within), "")
        self.model.add_multiplication_equality(points, [number, weight])
        self.gains.append(points)

    def both(self, claim: Claim, amount: Amount, most: int = 1) -> Amount:
        """The amount if the claim holds, else nothing; it may always be less, which never pays."""
        result = self.model.new_int_var(0, most, "")
        self.model.add(result <= most * claim)
        self.model.add(result <= amount)
        return result

    def _score_bonuses(self) -> None:
        """O14, K6."""
        variants, half = self.problem.rules.variants, self.size // 2
        if not {"empire_of_fire", "middle_kingdom"}.isdisjoint(variants):
            centred = self.claim()
            for axis, firsts in enumerate((self.first_column, self.first_row)):
                self.model.add(centred <= firsts.get(-half, 0))
                for edge in (-half, half):
                    there = [self.squares(cell, lambda _: True) for cell in self.cells if cell[axis] == edge]
                    self.model.add(centred <= sum(there))
            self.gains.append(10 * centred)
        if not {"homo_habilis", "harmony"}.isdisjoint(variants):
            complete = self.claim()
            squares = len(self.root) + sum(2 * (1 - out) for out in self.stays_out)
            self.model.add(squares >= (self.size**2 - 1) * complete)
            self.gains.append(5 * complete)

    def resource(self, cell: Cell, kind: Resource) -> Claim:
        """Whether one of this kind was brought there; it may be burned."""
        return self.squares(cell, lambda square: square.resource == kind)

    def _score_resources(self) -> None:
        """O9: a point for each that was not burned."""
        for cell in self.cells:
            brought = sum(self.resource(cell, kind) for kind in RESOURCES)
            self.gains.append(self.both(brought, 1 - self.burns(cell)))


def _is_nothing(amount: Amount) -> bool:
    return isinstance(amount, int) and amount == 0


def can_burn(square: Square) -> bool:
    return not (square.craters or square.marks or square.fire)


def _is_of(terrain: Terrain) -> Callable[[Square], bool]:
    return lambda square: square.terrain == terrain
