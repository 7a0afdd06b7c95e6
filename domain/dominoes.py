"""The 48 dominoes of each game, read from the data files beside this module."""

from importlib import resources
from typing import Final

import msgspec

from domain.pieces import Caveman, Resource, Terrain
from domain.rules import Rules


class Square(msgspec.Struct, frozen=True):
    """One half of a domino: what is printed on it, and what lies on it now."""

    domino: int
    terrain: Terrain
    marks: int = 0  # printed fires or crowns
    craters: int = 0
    resource: Resource | None = None
    fire: int = 0  # fires of the token on it
    caveman: Caveman | None = None


class Domino(msgspec.Struct, frozen=True):
    number: int
    a: Square
    b: Square

    @property
    def has_volcano(self) -> bool:
        return bool(self.a.craters or self.b.craters)


Dominoes = dict[int, Domino]


def dominoes(rules: Rules) -> Dominoes:
    """The dominoes used by these rules, by number. O8: without resources in discovery mode."""
    if rules.game == "kingdomino":
        return _KINGDOMINO
    return _ORIGINS if rules.has_resources else _ORIGINS_BARE


class _PrintedSquare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: Terrain
    fire: int = 0
    crowns: int = 0
    resource: Resource | None = None
    craters: int = 0


class _PrintedDomino(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    a: _PrintedSquare
    b: _PrintedSquare


def _read(name: str, *, with_resources: bool = False) -> Dominoes:
    def square(number: int, printed: _PrintedSquare) -> Square:
        resource = printed.resource if with_resources else None
        marks = printed.fire + printed.crowns
        return Square(number, printed.terrain, marks=marks, craters=printed.craters, resource=resource)

    data = resources.files("domain").joinpath("data", name).read_bytes()
    return {
        printed.number: Domino(printed.number, square(printed.number, printed.a), square(printed.number, printed.b))
        for printed in msgspec.json.decode(data, type=list[_PrintedDomino])
    }


_KINGDOMINO: Final = _read("kingdomino_dominoes.json")
_ORIGINS: Final = _read("origins_dominoes.json", with_resources=True)
_ORIGINS_BARE: Final = _read("origins_dominoes.json")
NUMBERS: Final = frozenset(_ORIGINS)
