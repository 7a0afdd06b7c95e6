"""Rule tests as sentences: `after(game).when(command).then(events)`, or `.refused(reason code)`.

`after` takes a log of events or a game. Where a test needs a certain board, `table` sets one up directly;
where it needs the course of a whole game, `started` deals chosen dominoes and `played` plays to the end.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from domain.commands import Command, Play, StartGame, Step
from domain.decide import decide
from domain.dominoes import NUMBERS
from domain.errors import DamagedLog, IllegalMove
from domain.events import Deal, Event, GameStarted, Player
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import replay
from domain.pieces import CAVEMEN, Caveman
from domain.position import Position, Slot
from domain.rules import Rules
from tests.support.boards import territory

DISCOVERY: Final = Rules("origins", 4, "discovery")
TOTEM: Final = Rules("origins", 4, "totem")
TRIBE: Final = Rules("origins", 4, "tribe")
NEOLITHIC: Final = Rules("origins", 2, "discovery")
KINGDOMINO: Final = Rules("kingdomino", 4, None, ("must_place",))

NAMES: Final = ("Ayla", "Bruno", "Cyril", "Durc")
SALT: Final = "5a17"


def after(history: Game | Iterable[Event]) -> "Outcome":
    return Outcome(history if isinstance(history, Game) else replay(history))


class Outcome:
    """What a command led to: the events it caused and the game after them, or the code of its refusal."""

    def __init__(self, game: Game, events: Sequence[Event] = (), refusal: str | None = None) -> None:
        self.game = game
        self.events = list(events)
        self.refusal = refusal

    @property
    def position(self) -> Position:
        return self.game.position

    def when(self, command: Command) -> "Outcome":
        assert self.refusal is None, f"refused before: {self.refusal}"
        try:
            events = decide(self.game, command)
        except IllegalMove as illegal:
            return Outcome(self.game, refusal=illegal.reason.code)
        return Outcome(replay(events, self.game), events)

    def then(self, *events: Event) -> "Outcome":
        """Exactly these events came of it."""
        assert (self.events, self.refusal) == (list(events), None), f"came out as {self.refusal or self.events}"
        return self

    def refused(self, code: str) -> None:
        assert (self.refusal, self.events) == (code, []), f"came out as {self.refusal or self.events}"


def players(rules: Rules) -> tuple[Player, ...]:
    return tuple(Player(name) for name in NAMES[: rules.seats])


def deal(
    rules: Rules,
    *first: int,
    chiefs: tuple[int, ...] | None = None,
    cavemen: tuple[Caveman, ...] = (),
) -> Deal:
    """A deal that begins with these dominoes and cavemen; the others follow in ascending order."""
    dominoes = (*first, *sorted(NUMBERS.difference(first)))
    others = [caveman for caveman, count in CAVEMEN.items() for _ in range(count - cavemen.count(caveman))]
    seats = tuple(range(rules.seats))
    return Deal(dominoes, (*cavemen, *others) if rules.mode == "tribe" else None, chiefs or seats)


def started(
    rules: Rules,
    *first: int,
    chiefs: tuple[int, ...] | None = None,
    cavemen: tuple[Caveman, ...] = (),
) -> list[Event]:
    """The log of a game just begun from such a deal: it waits for the first claim."""
    dealt = deal(rules, *first, chiefs=chiefs, cavemen=cavemen)
    return decide(INITIAL, StartGame(rules, players(rules), dealt, SALT))


def play(log: Sequence[Event], *steps: Step) -> list[Event]:
    """The log after these steps, each taken by the seat whose turn it is."""
    game, longer = replay(log), list(log)
    for step in steps:
        assert game.position.seat is not None
        events = decide(game, Play(game.position.seat, step))
        game = replay(events, game)
        longer += events
    return longer


@cache
def played(rules: Rules) -> tuple[Event, ...]:
    """The log of a whole game, always the same: every step is one of the legal ones, without any plan."""
    # Multiples of 17, which 48 does not share a factor with, visit all the dominoes out of order.
    log = started(rules, *(1 + 17 * number % 48 for number in range(48)))
    game = replay(log)
    while game.position.step != "over":
        choices = legal(game.position)
        assert game.position.seat is not None
        events = decide(game, Play(game.position.seat, choices[game.version * 31 % len(choices)]))
        game = replay(events, game)
        log += events
    return tuple(log)


def table(rules: Rules, *drawings: str, holding: int = 1, seat: int = 0, **changes: Any) -> Game:
    """A game in its third round with these territories (those not drawn are empty).

    `seat` is to place the domino it is `holding`; after it the seat to its left. `changes` are fields of
    the position. The deal is not known, so a round that comes to its end stops before the next reveal.
    """
    boards = [*drawings, *["hut"] * (rules.seats - len(drawings))]
    position = Position(
        rules,
        players(rules),
        tuple(territory(drawing, rules.size) for drawing in boards),
        NUMBERS.difference((holding, 45, 46, 47, 48)),
        round=3,
        step="place",
        line=(Slot(holding, seat), Slot(48, (seat + 1) % rules.seats)),
        next_line=(Slot(45), Slot(46), Slot(47)),
    )
    return Game(replace(position, **changes), version=100)


def public(log: Sequence[Event]) -> list[Event]:
    """The log as players see it while the game runs."""
    opening, *rest = log
    assert isinstance(opening, GameStarted)
    return [replace(opening, deal=None, salt=None), *rest]


Read: TypeAlias = Callable[[Iterable[Event], Game], Game]  # replay or audit


def damaged_at(read: Read, log: Iterable[Event], game: Game = INITIAL) -> int | None:
    """The number of the event at which this log is refused; None if it is not."""
    try:
        read(log, game)
    except DamagedLog as damaged:
        return damaged.number
    return None
