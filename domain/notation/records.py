"""A whole game as text: rules, players, deal, what was revealed, one row per chief's turn."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from domain.commands import DeclineDomino, DraftDomino, PassRecruit, PlaceDomino, RecruitCaveman, ThrowFire
from domain.errors import DamagedLog
from domain.events import (
    CavemanRecruited,
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoDrafted,
    DominoPlaced,
    Event,
    FireLanded,
    FireLost,
    GameFinished,
    GameStarted,
    LineRevealed,
    RecruitPassed,
    SeatResigned,
    SeatTimedOut,
    TotemMoved,
    TurnUndone,
)
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.notation.moves import write_move
from domain.notation.rows import write_player, write_rules

TITLE: Final = "firstfire 1"


class Unit(NamedTuple):
    """The text of one event, or of two where a pair is claimed."""

    text: str
    turn: str | None = ""  # `round.seat`; None for what goes on in the row before, empty for a row of its own
    events: int = 1


def write_record(events: Iterable[Event]) -> str:
    """The text of a game from its log; the public log of a running game gives a record without its deal."""
    written: list[str] = []
    game, acting, waiting = INITIAL, None, deque(events)
    while waiting:
        unit, chief = unit_of(game, waiting), game.position.chief
        if unit.turn == "":
            acting = None
            written.append(unit.text)
        elif unit.turn is None or acting == chief:
            written[-1] += f" {unit.text}"
        else:
            acting = chief
            written.append(f"{unit.turn} {unit.text}")
        for _ in range(unit.events):
            game = evolve(game, waiting.popleft())
    return "\n".join(written) + "\n"


def unit_of(game: Game, waiting: Sequence[Event]) -> Unit:  # noqa: C901 - one case per event
    """How the first of the waiting events is written."""
    event, position = waiting[0], game.position
    match event:
        case GameStarted():
            return Unit("\n".join(_start(event)))
        case ChiefsDrawn(order):
            return Unit(f"chiefs {_list(order)}")
        case LineRevealed(line, dominoes):
            return Unit(f"line {line}: {_list(dominoes)}")
        case CaveRevealed(cavemen):
            return Unit(f"cave {_list(cavemen)}")
        case DominoDiscarded(None, domino):
            return Unit(f"unclaimed {domino}")
        case SeatResigned(seat, successor):
            return Unit(f"resigned {seat} {successor}")
        case SeatTimedOut(seat, successor):
            return Unit(f"timed_out {seat} {successor}")
        case TurnUndone(seat):
            return Unit(f"undone {seat}")
        case GameFinished(winners):
            return Unit(f"won {_list(winners)}")
        case DominoDrafted(seat, domino) if position.rules.claims_in_pairs and position.round == 0:
            second = waiting[1] if len(waiting) > 1 else None
            if not isinstance(second, DominoDrafted):
                raise DamagedLog(game.version + 2, "two dominoes are claimed at once, and the second is missing")
            return Unit(f"={domino},{second.domino}", f"0.{seat}", events=2)
        case TotemMoved(resource, _, to):
            turn = f"{position.round}.{position.seat}" if position.step == "totem" else None
            return Unit(f">{resource}:{to}", turn)
        case _:
            return Unit(_word(event), f"{position.round}.{event.seat}")


def _word(
    event: DominoDrafted | DominoPlaced | DominoDiscarded | FireLanded | FireLost | CavemanRecruited | RecruitPassed,
) -> str:
    match event:
        case DominoDiscarded(_, domino, "no_room"):
            return f"{domino}!"
        case FireLost():
            return "*!"
        case DominoDrafted(_, domino):
            return write_move(DraftDomino(domino))
        case DominoPlaced(_, domino, a, b):
            return write_move(PlaceDomino(domino, a, b))
        case DominoDiscarded(_, domino):
            return write_move(DeclineDomino(domino))
        case FireLanded(_, _, at):
            return write_move(ThrowFire(at))
        case CavemanRecruited(_, caveman, source, spent, at):
            return write_move(RecruitCaveman(caveman, source, spent, at))
        case RecruitPassed():
            return write_move(PassRecruit())
        case _ as never:
            assert_never(never)


def _list(words: Iterable[object]) -> str:
    return " ".join(map(str, words))


def _start(event: GameStarted) -> Iterator[str]:
    yield TITLE
    yield write_rules(event.rules)
    yield from (write_player(seat, player) for seat, player in enumerate(event.seats))
    yield f"commitment {event.commitment}"
    if event.deal is not None:
        yield f"dominoes {_list(event.deal.dominoes)}"
        yield from [f"cavemen {_list(event.deal.cavemen)}"] if event.deal.cavemen else []
        yield f"order {_list(event.deal.chiefs)}"
        yield f"salt {event.salt}"
