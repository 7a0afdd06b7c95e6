"""The stored log of a tournament. Times are milliseconds.

An entry is a msgpack array `[code, field, …]`. Codes and the order of fields never change; a new field goes to the end
and has a default. People are in it by their ids only, so a name that was removed is in no log.
"""

from typing import Final, Literal, TypeAlias, assert_never

import msgspec

from domain.pieces import Level
from domain.rules import Rules
from projections.timing import TimeControl
from service.store.log_names import tournament_log
from service.store.typed_log import LogKind

Format: TypeAlias = Literal["round_robin", "swiss", "knock_out"]
Ending: TypeAlias = Literal["finished", "too_few", "too_late", "called_off"]


class Terms(msgspec.Struct, frozen=True, array_like=True):
    """What is agreed to by entering."""

    format: Format
    rules: Rules
    clock: TimeControl
    rounds: int  # of a Swiss tournament, and of a round robin at tables of three and four
    least: int  # people, below which it does not take place
    most: int  # people
    starts: int
    until: int  # no round begins later, and what is not over by then is not counted
    rated: bool = False
    filler: Level | None = None  # the bot that takes the seats nobody is left for; None lets people rest
    best_of: int = 1  # games of a match in a knock-out


class TournamentOpened(msgspec.Struct, frozen=True, array_like=True, tag=1):
    at: int
    by: str | None  # None if the service opened it
    terms: Terms


class Entered(msgspec.Struct, frozen=True, array_like=True, tag=2):
    at: int
    player: str


class Withdrawn(msgspec.Struct, frozen=True, array_like=True, tag=3):
    """Before the beginning as if they had never entered; later they get no more games, and those they have go on."""

    at: int
    player: str


class Begun(msgspec.Struct, frozen=True, array_like=True, tag=4):
    at: int
    order: tuple[str, ...]  # by rating, the highest first


class TableSet(msgspec.Struct, frozen=True, array_like=True):
    game: str
    players: tuple[str | None, ...]  # by seat; None is the bot that fills


class RoundPaired(msgspec.Struct, frozen=True, array_like=True, tag=5):
    at: int
    tables: tuple[TableSet, ...]
    resting: tuple[str, ...] = ()


class MatchContinued(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """The next game of a match that is not decided yet."""

    at: int
    table: TableSet


class GameCounted(msgspec.Struct, frozen=True, array_like=True, tag=7):
    at: int
    game: str
    totals: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat; who left has the last


class GameDropped(msgspec.Struct, frozen=True, array_like=True, tag=8):
    """The game was called off or removed."""

    at: int
    game: str


class TournamentEnded(msgspec.Struct, frozen=True, array_like=True, tag=9):
    at: int
    why: Ending


class GameOpened(msgspec.Struct, frozen=True, array_like=True, tag=10):
    """The table is there: if it is gone later, somebody has removed it."""

    at: int
    game: str


_Later: TypeAlias = (
    Entered
    | Withdrawn
    | Begun
    | RoundPaired
    | MatchContinued
    | GameOpened
    | GameCounted
    | GameDropped
    | TournamentEnded
)
TournamentEvent: TypeAlias = TournamentOpened | _Later


class Round(msgspec.Struct):
    tables: list[TableSet]
    resting: tuple[str, ...]


class Tournament(msgspec.Struct):
    opened: TournamentOpened
    entered: dict[str, int] = msgspec.field(default_factory=dict)  # who, and when, the first one first
    withdrawn: set[str] = msgspec.field(default_factory=set)  # since it began
    order: tuple[str, ...] = ()  # of those who were there when it began
    rounds: list[Round] = msgspec.field(default_factory=list)
    open: set[str] = msgspec.field(default_factory=set)  # games whose tables were opened
    results: dict[str, GameCounted] = msgspec.field(default_factory=dict)  # by game
    dropped: set[str] = msgspec.field(default_factory=set)
    ended: TournamentEnded | None = None

    @property
    def terms(self) -> Terms:
        return self.opened.terms

    @property
    def tables(self) -> list[TableSet]:
        return [table for paired in self.rounds for table in paired.tables]

    @property
    def waiting(self) -> list[TableSet]:
        """Tables of which it is not known yet what came of them."""
        return [table for table in self.tables if table.game not in self.results and table.game not in self.dropped]

    def place_of(self, table: TableSet) -> tuple[int, int]:
        """The round of a table, and which game of its match it has, from 1."""
        number, paired = next((n, paired) for n, paired in enumerate(self.rounds, 1) if table in paired.tables)
        match = [other.game for other in paired.tables if set(other.players) == set(table.players)]
        return number, match.index(table.game) + 1

    @property
    def playing(self) -> list[str]:
        """Those who get more games, in the order in which they began."""
        return [player for player in self.order if player not in self.withdrawn]


def _evolve(tournament: Tournament | None, event: TournamentEvent) -> Tournament:
    """Changes this state: it grows by every entry."""
    if isinstance(event, TournamentOpened):
        return Tournament(event)
    if tournament is None:
        raise ValueError("the first entry of a tournament opens it")
    _take(tournament, event)
    return tournament


def _take(tournament: Tournament, event: _Later) -> None:
    match event:
        case Entered(at, player):
            tournament.entered[player] = at
        case Withdrawn(_, player):
            if tournament.order:
                tournament.withdrawn.add(player)
            else:
                tournament.entered.pop(player, None)
        case Begun(_, order):
            tournament.order = order
        case RoundPaired(_, tables, resting):
            tournament.rounds.append(Round(list(tables), resting))
        case MatchContinued(_, table):
            tournament.rounds[-1].tables.append(table)
        case GameOpened() | GameCounted() | GameDropped():
            _take_game(tournament, event)
        case TournamentEnded():
            tournament.ended = event
        case _ as never:
            assert_never(never)


def _take_game(tournament: Tournament, event: GameOpened | GameCounted | GameDropped) -> None:
    match event:
        case GameOpened(_, game):
            tournament.open.add(game)
        case GameCounted():
            tournament.results[event.game] = event
        case GameDropped(_, game):
            tournament.dropped.add(game)


TOURNAMENT_LOGS: Final[LogKind[TournamentEvent, Tournament | None]] = LogKind(
    tournament_log, TournamentEvent, lambda: None, _evolve
)
