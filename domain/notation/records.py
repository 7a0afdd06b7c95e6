"""A whole game as text: rules, players, deal, reveals, and one row for each turn of a chief."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never

from domain import events as e
from domain.commands import DeclineDomino, DraftDomino, PassRecruit, PlaceDomino, RecruitCaveman, ThrowFire
from domain.errors import DamagedLog
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.notation.moves import write_move
from domain.notation.rows import write_player, write_rules

TITLE: Final = "firstfire 1"


class Unit(NamedTuple):
    """The text of one event, or of the two events of a claimed pair."""

    text: str
    turn: str | None = ""  # `round.seat`; None continues the row before, empty means a row of its own
    events: int = 1


def write_record(events: Iterable[e.Event]) -> str:
    """The text of a game; the public log of a running game gives a record without the deal."""
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


def unit_of(game: Game, waiting: Sequence[e.Event]) -> Unit:  # noqa: C901 - one case per event
    """The text of the first of the waiting events."""
    event, position = waiting[0], game.position
    match event:
        case e.GameStarted():
            return Unit("\n".join(_start(event)))
        case e.ChiefsDrawn(order):
            return Unit(f"chiefs {_list(order)}")
        case e.LineRevealed(line, dominoes):
            return Unit(f"line {line}: {_list(dominoes)}")
        case e.CaveRevealed(cavemen):
            return Unit(f"cave {_list(cavemen)}")
        case e.DominoDiscarded(None, domino):
            return Unit(f"unclaimed {domino}")
        case e.SeatResigned(seat, successor):
            return Unit(f"resigned {seat} {successor}")
        case e.SeatTimedOut(seat, successor):
            return Unit(f"timed_out {seat} {successor}")
        case e.VictoryClaimed(seat):
            return Unit(f"claimed {seat}")
        case e.BotDrawn(seat, successor, by, agreed):
            return Unit(f"bot_drawn {seat} {successor} {_list((by, *agreed))}")
        case e.TurnUndone(seat, _, agreed):
            return Unit(f"undone {_list((seat, *agreed))}")
        case e.GameFinished(winners):
            return Unit(f"won {_list(winners)}")
        case e.GameCancelled(seat, agreed):
            return Unit(f"cancelled {_list((seat, *agreed))}")
        case e.DominoDrafted(seat, domino) if position.rules.claims_in_pairs and position.round == 0:
            second = waiting[1] if len(waiting) > 1 else None
            if not isinstance(second, e.DominoDrafted):
                raise DamagedLog(game.version + 2, "two dominoes are claimed at once, and the second is missing")
            return Unit(f"={domino},{second.domino}", f"0.{seat}", events=2)
        case e.TotemMoved(resource, _, to):
            turn = f"{position.round}.{position.seat}" if position.step == "totem" else None
            return Unit(f">{resource}:{to}", turn)
        case _:
            return Unit(_word(event), f"{position.round}.{event.seat}")


def _word(
    event: e.DominoDrafted
    | e.DominoPlaced
    | e.DominoDiscarded
    | e.FireLanded
    | e.FireLost
    | e.CavemanRecruited
    | e.RecruitPassed,
) -> str:
    match event:
        case e.DominoDiscarded(_, domino, "no_room"):
            return f"{domino}!"
        case e.FireLost():
            return "*!"
        case e.DominoDrafted(_, domino):
            return write_move(DraftDomino(domino))
        case e.DominoPlaced(_, domino, a, b):
            return write_move(PlaceDomino(domino, a, b))
        case e.DominoDiscarded(_, domino):
            return write_move(DeclineDomino(domino))
        case e.FireLanded(_, _, at):
            return write_move(ThrowFire(at))
        case e.CavemanRecruited(_, caveman, source, spent, at):
            return write_move(RecruitCaveman(caveman, source, spent, at))
        case e.RecruitPassed():
            return write_move(PassRecruit())
        case _:
            assert_never(event)


def _list(words: Iterable[object]) -> str:
    return " ".join(map(str, words))


def _start(event: e.GameStarted) -> Iterator[str]:
    yield TITLE
    yield write_rules(event.rules)
    yield from (write_player(seat, player) for seat, player in enumerate(event.seats))
    yield f"commitment {event.commitment}"
    if event.deal is not None:
        yield f"dominoes {_list(event.deal.dominoes)}"
        yield from [f"cavemen {_list(event.deal.cavemen)}"] if event.deal.cavemen else []
        yield f"order {_list(event.deal.chiefs)}"
        yield f"salt {event.salt}"
