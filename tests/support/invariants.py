"""What must hold after every event: nothing is ever in two places or in none."""

from collections import Counter
from collections.abc import Iterable, Iterator

from domain.dominoes import NUMBERS, dominoes
from domain.events import CavemanRecruited, DominoDiscarded, Event, FireLanded, FireLost, TurnUndone
from domain.game import INITIAL, Game
from domain.grid import CENTRE, bounds, groups
from domain.legal import legal
from domain.log import replay
from domain.pieces import CAVEMEN, RESOURCES, Resource
from domain.position import Position
from domain.territory import Territory
from domain.totems import majority


def check_log(events: list[Event]) -> Game:
    """Fold a log and check the position after every event of it."""
    games = [INITIAL]
    for event in events:
        games.append(replay([event], games[-1]))
        check(games[-1].position, list(_standing(events[: len(games) - 1])))
    return games[-1]


def _standing(events: list[Event]) -> list[Event]:
    """The events that were not taken back."""
    kept: list[tuple[int, Event]] = []
    for number, event in enumerate(events, 1):
        if isinstance(event, TurnUndone):
            kept = [(seq, earlier) for seq, earlier in kept if seq <= event.to]
        else:
            kept.append((number, event))
    return [event for _, event in kept]


def check(position: Position, events: Iterable[Event]) -> None:
    history = list(events)
    _check_dominoes(position)
    for land in position.territories:
        _check_territory(land)
    _check_tokens(position, history)
    if position.rules.has_resources:
        _check_resources(position, history)
    if position.rules.mode == "tribe":
        _check_cavemen(position, history)


def check_settled(game: Game) -> None:
    """Between two commands: a seat is asked only where it has a choice, and totems are where they belong."""
    position = game.position
    assert position.step == "over" or len(legal(position)) > 1
    for kind, holder in position.totems.items():
        assert position.rules.mode == "totem"
        # O9: a holder is in front or tied in front, unless its fire is in the air or its gift is due.
        assert position.step in ("fire", "totem") or holder in majority(position.territories, kind).leaders


def _check_dominoes(position: Position) -> None:
    placed = Counter(square.domino for land in position.territories for square in land.squares.values())
    assert all(count == 2 for count in placed.values())
    lying = [slot.domino for slot in position.lying]
    assert sorted([*position.unseen, *lying, *placed, *position.discarded]) == sorted(NUMBERS)


def _check_territory(land: Territory) -> None:
    box = bounds(land.squares)
    assert max(box.right - box.left, box.bottom - box.top) < land.size
    assert CENTRE not in land.squares
    assert len(list(groups([CENTRE, *land.squares]))) == 1
    for square in land.squares.values():
        things = [square.resource, square.caveman, square.marks or None, square.fire or None, square.craters or None]
        assert sum(thing is not None for thing in things) <= 1


def _check_tokens(position: Position, events: list[Event]) -> None:
    thrown = Counter(event.fires for event in events if isinstance(event, FireLanded | FireLost))
    lost = Counter(event.fires for event in events if isinstance(event, FireLost))
    squares = [square for land in position.territories for square in land.squares.values()]
    volcanoes = Counter(square.craters for square in squares if square.craters)
    in_the_air = [position.territory.squares[position.volcano].craters] if position.volcano else []
    assert volcanoes - Counter(in_the_air) == thrown
    assert Counter(square.fire for square in squares if square.fire) == thrown - lost
    assert thrown <= Counter({1: 5, 2: 4, 3: 1})


def _resources_of(position: Position, numbers: Iterable[int]) -> Iterator[Resource]:
    box = dominoes(position.rules)
    for number in numbers:
        for square in (box[number].a, box[number].b):
            if square.resource:
                yield square.resource


def _check_resources(position: Position, events: list[Event]) -> None:
    squares = [square for land in position.territories for square in land.squares.values()]
    count = Counter(square.resource for square in squares if square.resource)
    count.update(_resources_of(position, [*position.unseen, *(slot.domino for slot in position.lying)]))
    discarded = [event.domino for event in events if isinstance(event, DominoDiscarded)]
    count.update(_resources_of(position, discarded))
    burned = [event.burned for event in events if isinstance(event, FireLanded)]
    count.update(kind for kind in RESOURCES for thing in burned if thing == kind)
    spent = sum(len(event.spent) for event in events if isinstance(event, CavemanRecruited))
    assert sum(count.values()) + spent == 49
    assert count <= Counter(mammoth=16, fish=13, mushroom=11, flint=9)


def _check_cavemen(position: Position, events: list[Event]) -> None:
    standing = [square.caveman for land in position.territories for square in land.squares.values() if square.caveman]
    burned = [event.burned for event in events if isinstance(event, FireLanded) and event.burned in CAVEMEN]
    assert Counter([*position.pile, *position.cave, *standing, *burned]) == CAVEMEN
