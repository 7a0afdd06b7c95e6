"""The table as a viewer may see it, and the public log: the only door by which a game leaves the service."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from domain.dominoes import Domino, Square, dominoes
from domain.events import Event, GameStarted
from domain.grid import Cell, reading_order
from domain.pieces import RESOURCES, Caveman, Level, Resource, Terrain
from domain.position import Due, Position, Slot
from domain.rules import Rules
from domain.scoring import Score, Standing, standings
from domain.territory import Territory
from domain.undo import undoable
from projections.frames import Frame


class ShownSquare(msgspec.Struct, frozen=True):
    """A square of a territory and where it lies."""

    at: Cell
    domino: int
    terrain: Terrain
    marks: int
    craters: int
    resource: Resource | None
    fire: int
    caveman: Caveman | None


class ShownTerritory(msgspec.Struct, frozen=True):
    size: int
    squares: tuple[ShownSquare, ...]


class ShownSlot(msgspec.Struct, frozen=True):
    """A domino of a line, its two squares, and the seat whose chief stands on it."""

    domino: int
    seat: int | None
    a: Square
    b: Square


class ShownSeat(msgspec.Struct, frozen=True):
    name: str
    bot: Level | None
    territory: ShownTerritory
    score: Score


class Table(msgspec.Struct, frozen=True):
    id: str | None
    status: Literal["running", "over"]
    seq: int
    rules: Rules
    viewer: int | None  # the seat for which the table is laid
    round: int
    rounds: int
    step: Due
    seat: int | None  # whose turn it is
    domino: int | None  # the domino of the chief that acts
    volcano: Cell | None  # whose fire is in the air
    may_undo: bool  # the viewer may take back the last turn
    line: tuple[ShownSlot, ...]
    next_line: tuple[ShownSlot, ...]
    seats: tuple[ShownSeat, ...]
    cave: tuple[Caveman, ...] | None
    pile: tuple[Caveman, ...] | None  # its contents, in no order
    totems: dict[Resource, int | None] | None
    discarded: tuple[int, ...]
    unseen: tuple[int, ...]
    winners: tuple[int, ...] | None
    standings: tuple[Standing, ...] | None


def table(frame: Frame, viewer: int | None = None, game: str | None = None) -> Table:
    """The table after the frame's event. Everybody sees the same; only what one may do differs."""
    position = frame.game.position
    rules, box = position.rules, dominoes(position.rules)
    turn = undoable(frame.game)
    still_to_play = position.lying[: len(position.lying) - len(position.next_line)]
    return Table(
        id=game,
        status="running" if position.winners is None else "over",
        seq=frame.seq,
        rules=rules,
        viewer=viewer,
        round=position.round,
        rounds=rules.rounds,
        step=position.step,
        seat=position.seat,
        domino=position.line[0].domino if position.line and position.step != "reveal" else None,
        volcano=position.volcano,
        may_undo=turn is not None and turn.seat == viewer,
        line=tuple(_slot(box[slot.domino], slot) for slot in still_to_play),
        next_line=tuple(_slot(box[slot.domino], slot) for slot in position.next_line),
        seats=tuple(_seats(position, frame.scores)),
        cave=position.cave if rules.mode == "tribe" else None,
        pile=position.pile if rules.mode == "tribe" else None,
        totems={kind: position.totems.get(kind) for kind in RESOURCES} if rules.mode == "totem" else None,
        discarded=position.discarded,
        unseen=tuple(sorted(position.unseen)),
        winners=position.winners,
        standings=standings(position) if position.winners is not None else None,
    )


def _slot(domino: Domino, slot: Slot) -> ShownSlot:
    return ShownSlot(slot.domino, slot.seat, domino.a, domino.b)


def _seats(position: Position, scores: tuple[Score, ...]) -> Iterator[ShownSeat]:
    for player, land, worth in zip(position.players, position.territories, scores, strict=True):
        yield ShownSeat(player.name, player.bot, shown_territory(land), worth)


def shown_territory(territory: Territory) -> ShownTerritory:
    squares = sorted(territory.squares.items(), key=lambda item: reading_order(item[0]))
    return ShownTerritory(territory.size, tuple(_square(at, square) for at, square in squares))


def _square(at: Cell, square: Square) -> ShownSquare:
    return ShownSquare(
        at,
        square.domino,
        square.terrain,
        square.marks,
        square.craters,
        square.resource,
        square.fire,
        square.caveman,
    )


def public(events: Iterable[Event], *, is_over: bool) -> Iterator[Event]:
    """The log as anybody may read it: the deal and its salt stay hidden until the game is over."""
    for event in events:
        if isinstance(event, GameStarted) and not is_over:
            yield msgspec.structs.replace(event, deal=None, salt=None)
        else:
            yield event
