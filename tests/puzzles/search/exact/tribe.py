"""What Tribe mode adds to the question put to CP-SAT: who is recruited, where he stands, what is spent (O10 to O12)."""

from collections.abc import Iterable
from typing import Final

from domain.grid import Cell, around
from domain.pieces import RESOURCES, WARRIOR_POWER, Caveman, Resource
from tests.puzzles.search.exact.referee import Claim, Referee, can_burn

_POINTS: Final[dict[Caveman, dict[Resource, int]]] = {
    "hunter": {"mammoth": 3},
    "fisher": {"fish": 3},
    "gatherer": {"mushroom": 4},
    "sculptor": {"flint": 5},
    "painter": dict.fromkeys(RESOURCES, 2),
}


class Tribe:
    """O10 to O12: the cavemen there are and those to come after the last domino, first one, then another."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.model = referee.model
        self.cells = referee.cells
        self.cave = referee.problem.cave
        self.turns = range(referee.problem.recruits)
        self.hired = [
            {(who, cell): referee.claim() for who in range(len(self.cave)) for cell in self.cells} for _ in self.turns
        ]
        self.spent = [{(cell, kind): referee.claim() for cell in self.cells for kind in RESOURCES} for _ in self.turns]
        for turn in self.turns:
            self._pay(turn)
            self._stand(turn)
        for who in range(len(self.cave)):
            self.model.add_at_most_one(hired[who, cell] for hired in self.hired for cell in self.cells)
        for cell in self.cells:
            self.model.add_at_most_one(hired[who, cell] for hired in self.hired for who in range(len(self.cave)))
        self._score()

    def _pay(self, turn: int) -> None:
        """Two resources of different kinds for one caveman of the cave."""
        spent, is_hired = self.spent[turn], sum(self.hired[turn].values())
        self.model.add(is_hired <= 1)
        self.model.add(sum(spent.values()) == 2 * is_hired)
        for kind in RESOURCES:
            self.model.add(sum(spent[cell, kind] for cell in self.cells) <= 1)
        for (cell, kind), claim in spent.items():
            self.model.add(claim <= self.referee.resource(cell, kind))
            earlier = sum(self.spent[before][cell, kind] for before in range(turn))
            self.model.add(claim + earlier + self.referee.burns(cell) <= 1)

    def _stand(self, turn: int) -> None:
        """On a square of one's own, not on a volcano, a fire, another caveman, or a resource that is still there."""
        for (_, cell), claim in self.hired[turn].items():
            self.model.add(claim <= self.referee.squares(cell, lambda square: can_burn(square) and not square.caveman))
            self.model.add(claim + self.referee.burns(cell) <= 1)
            for kind in RESOURCES:
                spent = sum(self.spent[before][cell, kind] for before in range(turn + 1))
                self.model.add(claim + self.referee.resource(cell, kind) <= 1 + spent)

    def _men(self) -> Iterable[tuple[Cell, Caveman, Claim]]:
        for cell, square in self.referee.root.items():
            if square.caveman:
                yield cell, square.caveman, 1 - self.referee.burns(cell)
        for hired in self.hired:
            for (who, cell), claim in hired.items():
                yield cell, self.cave[who], claim

    def _score(self) -> None:
        men = list(self._men())
        for cell, caveman, claim in men:
            near = [other for other in around(cell) if other in self.cells]
            if caveman in _POINTS:
                self._score_resources(_POINTS[caveman], claim, near)
            elif caveman == "fire_lady":
                self.referee.gains += [self.referee.both(claim, self.referee.marks(other), 3) for other in near]
            elif caveman == "shaman":
                present = {other: sum(there for at, _, there in men if at == other) for other in near}
                self.referee.gains += [2 * self.referee.both(claim, there) for there in present.values()]
        warriors = [man for man in men if man[1] in WARRIOR_POWER]
        if warriors:
            cells = [cell for cell in self.cells if any(at == cell for at, _, _ in warriors)]
            self.referee.score_groups(
                {cell: sum(claim for at, _, claim in warriors if at == cell) for cell in cells},
                {
                    cell: sum(WARRIOR_POWER[caveman] * claim for at, caveman, claim in warriors if at == cell)
                    for cell in cells
                },
                lambda claim, first, other: None,
            )

    def _score_resources(self, points: dict[Resource, int], claim: Claim, near: Iterable[Cell]) -> None:
        for cell in near:
            for kind, worth in points.items():
                spent = sum(spent[cell, kind] for spent in self.spent)
                left = self.referee.resource(cell, kind) - spent
                counted = self.referee.both(claim, left)
                self.model.add(counted + self.referee.burns(cell) <= 1)
                self.referee.gains.append(worth * counted)
