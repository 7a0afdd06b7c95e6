"""The table as a viewer sees it, and the public log: the only forms in which a game leaves the service."""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from domain.dominoes import Domino, Square, dominoes
from domain.events import Event, GameStarted
from domain.grid import Cell, reading_order
from domain.pieces import RESOURCES, Caveman, Level, Resource
from domain.position import Due, Position, Slot
from domain.rules import Rules
from domain.scoring import Score, Standing, standings
from domain.territory import Territory
from domain.undo import offered_undo
from projections.frames import Frame
from projections.sheet import SheetRow, sheet


class ShownSquare(Square, frozen=True, kw_only=True):
    """A square of a territory and its cell."""

    at: Cell


class ShownTerritory(msgspec.Struct, frozen=True):
    size: int
    squares: tuple[ShownSquare, ...]


class ShownSlot(msgspec.Struct, frozen=True):
    """A domino of a line, its two squares, and the seat whose chief stands on it, if any."""

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
    viewer: int | None  # the seat of the viewer, None for spectators
    round: int
    rounds: int
    step: Due
    seat: int | None  # the seat to move
    domino: int | None  # the domino of the acting chief
    volcano: Cell | None  # the volcano whose fire must be thrown next
    may_undo: bool  # whether the viewer can take back the last turn
    may_claim: bool  # whether the viewer can end the game as its winner, because the other player of two has left
    line: tuple[ShownSlot, ...]
    next_line: tuple[ShownSlot, ...]
    seats: tuple[ShownSeat, ...]
    cave: tuple[Caveman, ...] | None
    pile: tuple[Caveman, ...] | None  # its contents, sorted
    totems: dict[Resource, int | None] | None
    discarded: tuple[int, ...]
    unseen: tuple[int, ...]
    winners: tuple[int, ...] | None
    standings: tuple[Standing, ...] | None
    sheet: tuple[SheetRow, ...] | None  # the final scores by item


def table(frame: Frame, viewer: int | None = None, game: str | None = None) -> Table:
    """The table after the event of this frame. Everybody sees the same, except for `viewer` and what the viewer may."""
    position = frame.game.position
    rules, box = position.rules, dominoes(position.rules)
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
        domino=position.line[0].domino if position.line and position.seat is not None else None,
        volcano=position.volcano,
        may_undo=viewer is not None and offered_undo(frame.game) == viewer,
        may_claim=position.may_claim(viewer),
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
        sheet=sheet(frame.scores) if position.winners is not None else None,
    )


def _slot(domino: Domino, slot: Slot) -> ShownSlot:
    return ShownSlot(domino=slot.domino, seat=slot.seat, a=domino.a, b=domino.b)


def _seats(position: Position, scores: tuple[Score, ...]) -> Iterator[ShownSeat]:
    for player, land, worth in zip(position.players, position.territories, scores, strict=True):
        yield ShownSeat(name=player.name, bot=player.bot, territory=shown_territory(land), score=worth)


def shown_territory(territory: Territory) -> ShownTerritory:
    squares = sorted(territory.squares.items(), key=lambda item: reading_order(item[0]))
    shown = (ShownSquare(*msgspec.structs.astuple(square), at=at) for at, square in squares)
    return ShownTerritory(territory.size, tuple(shown))


def public(events: Iterable[Event], *, is_over: bool) -> Iterator[Event]:
    """The public log: without the deal and its salt until the game is over."""
    for event in events:
        if isinstance(event, GameStarted) and not is_over:
            yield msgspec.structs.replace(event, deal=None, salt=None)
        else:
            yield event
