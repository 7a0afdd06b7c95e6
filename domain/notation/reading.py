"""Reading the text of a whole game: its moves are replayed, and must produce exactly what the text says."""

import re
import sys
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, cast, get_args

from domain.commands import (
    CancelGame,
    ClaimVictory,
    Command,
    DrawBot,
    Play,
    Resign,
    StartGame,
    TakeBack,
    TimeOut,
    UndoTurn,
)
from domain.decide import decide, settled
from domain.errors import BrokenRecord, DamagedLog, IllegalMove, Reason, Unreadable
from domain.events import CaveRevealed, ChiefsDrawn, Deal, Event, GameStarted, LineRevealed, Player
from domain.evolve import evolve
from domain.game import INITIAL, Game
from domain.notation.moves import read_move
from domain.notation.records import TITLE, unit_of
from domain.notation.rows import Row, is_number, read_player, read_rules, rows
from domain.pieces import Level
from domain.rules import Rules

NOT_A_RECORD: Final = Reason("not_a_record", "", "a record begins with the row {title!r}")
BROKEN_OFF: Final = Reason("broken_off", "", "the record ends in the middle of a move: {missing!r} is missing")
SALT_NOT_HEXADECIMAL: Final = Reason("salt_not_hexadecimal", "", "the salt is a hexadecimal number")
ANOTHER_ROW: Final = Reason("another_row", "", "the row {key!r} is due here")
ANOTHER_COMMITMENT: Final = Reason("another_commitment", "", "the deal and its salt do not give this commitment")
ANOTHER_MOVE: Final = Reason("another_move", "", "{word!r} cannot come here: {expected!r} is due")
ANOTHER_TURN: Final = Reason("another_turn", "", "this is not turn {turn} but {expected}")
NOT_HERE: Final = Reason("not_here", "", "{word!r} cannot come here")
NOT_A_LINE: Final = Reason("not_a_line", "", "a line has its number, a colon and its dominoes")
TOO_MANY_EVENTS: Final = Reason(
    "too_many_events", "", "a record has at most {most} events: leave out turns that were taken back"
)
IMPOSSIBLE: Final = Reason("impossible", "", "this cannot follow here: {problem}")

_TURN: Final = re.compile(r"([0-9]+)\.([0-9])")


def read_record(text: str, most: int = sys.maxsize) -> list[Event]:
    """The log of the game written as `text`; raises BrokenRecord with the line and the problem.

    A log of more than `most` events is refused: turns can be taken back any number of times, so a text has no bound.
    """
    waiting = deque(rows(text))
    if not waiting or waiting[0].text != TITLE:
        raise BrokenRecord(waiting[0].number if waiting else 1, NOT_A_RECORD.about(title=TITLE))
    title = waiting.popleft()
    dealt = next((row for row in waiting if row.key == "dominoes"), title)
    replay = _Replay()
    replay.start(dealt, _read_start(title, waiting))
    last = title
    for last in waiting:
        replay.read(last)
        if len(replay.events) > most:
            raise last.broken(TOO_MANY_EVENTS.about(most=most))
    if replay.due:
        raise last.broken(BROKEN_OFF.about(missing=replay.next_text()))
    return replay.events


def _read_start(title: Row, waiting: deque[Row]) -> GameStarted:
    rules = read_rules(_next(title, waiting, "rules"))
    players = tuple(_read_player(title, waiting, seat) for seat in range(rules.seats))
    commitment = _next(title, waiting, "commitment").rest
    if not waiting or waiting[0].key != "dominoes":
        return GameStarted(rules, players, commitment)
    deal, salt = _read_deal(title, waiting, rules), _next(title, waiting, "salt")
    if not re.fullmatch(r"[0-9a-f]+", salt.rest):
        raise salt.broken(SALT_NOT_HEXADECIMAL)
    return GameStarted(rules, players, commitment, deal=deal, salt=salt.rest)


def _next(title: Row, waiting: deque[Row], key: str) -> Row:
    if not waiting or waiting[0].key != key:
        raise (waiting[0] if waiting else title).broken(ANOTHER_ROW.about(key=key))
    return waiting.popleft()


def _read_player(title: Row, waiting: deque[Row], seat: int) -> Player:
    return read_player(_next(title, waiting, "player"), seat)


def _read_deal(title: Row, waiting: deque[Row], rules: Rules) -> Deal:
    dominoes = _next(title, waiting, "dominoes").numbers()
    cavemen = _next(title, waiting, "cavemen").cavemen() if rules.mode == "tribe" else None
    return Deal(dominoes, cavemen, chiefs=_next(title, waiting, "order").numbers())


class _Replay:
    """The game read so far, and the events that must be read next."""

    def __init__(self) -> None:
        self.game: Game = INITIAL
        self.events: list[Event] = []
        self.due: deque[Event] = deque()

    def start(self, row: Row, started: GameStarted) -> None:
        self.due.extend(_refusing(row, partial(_beginning, started)))
        if self.due[0] != started:
            raise row.broken(ANOTHER_COMMITMENT)
        self._take(1)

    def read(self, row: Row) -> None:
        if turn := _TURN.fullmatch(row.key):
            for word in row.rest.split():
                self._read_unit(row, word, row.key, partial(self._played, int(turn[2]), word))
        else:
            self._read_unit(row, row.text, "", partial(self._announced, row))

    def next_text(self) -> str:
        return unit_of(self.game, self.due).text

    def _read_unit(self, row: Row, text: str, turn: str, caused: Callable[[], list[Event]]) -> None:
        if not self.due:
            self.due.extend(_refusing(row, caused))
        expected = unit_of(self.game, self.due)
        if expected.text != text:
            raise row.broken(ANOTHER_MOVE.about(word=text, expected=expected.text))
        if expected.turn not in (turn, None):
            raise row.broken(ANOTHER_TURN.about(turn=turn, expected=expected.turn))
        self._take(expected.events)

    def _take(self, count: int) -> None:
        for _ in range(count):
            event = self.due.popleft()
            self.game = evolve(self.game, event)
            self.events.append(event)

    def _played(self, seat: int, word: str) -> list[Event]:
        return decide(self.game, Play(seat, read_move(word, claiming=self.game.position.step == "claim")))

    def _announced(self, row: Row) -> list[Event]:
        """The events of a row that is no turn: somebody leaves, wins, takes back, cancels; without a deal, a reveal."""
        seat, _, level = row.rest.partition(" ")
        match row.key:
            case "undone" | "cancelled" | "bot_drawn":
                return decide(self.game, _agreed(row))
            case "claimed" if is_number(seat):
                return decide(self.game, ClaimVictory(int(seat)))
            case "resigned" | "timed_out" if is_number(seat) and level in get_args(Level):
                leave = Resign if row.key == "resigned" else TimeOut
                return decide(self.game, leave(int(seat), cast(Level, level)))
            case "line" | "cave" | "chiefs" if self.game.deal is None:
                return settled(self.game, [_revealed(row)])
            case _:
                raise Unreadable(NOT_HERE.about(word=row.text))


def _agreed(row: Row) -> Command:
    """What all agreed to, or nobody had to: the seat that wanted it comes before those that agreed."""
    if row.key == "bot_drawn":
        seat, _, rest = row.rest.partition(" ")
        level, _, names = rest.partition(" ")
        if not is_number(seat) or level not in get_args(Level):
            raise Unreadable(NOT_HERE.about(word=row.text))
        by, *agreed = _numbers(row, names)
        return DrawBot(by, int(seat), cast(Level, level), tuple(agreed))
    by, *agreed = _numbers(row, row.rest)
    if row.key == "cancelled":
        return CancelGame(by, tuple(agreed))
    return TakeBack(by, tuple(agreed)) if agreed else Play(by, UndoTurn())


def _numbers(row: Row, text: str) -> list[int]:
    words = text.split()
    if not words or not all(map(is_number, words)):
        raise Unreadable(NOT_HERE.about(word=row.text))
    return [int(word) for word in words]


def _beginning(started: GameStarted) -> list[Event]:
    if started.deal is None or started.salt is None:
        return settled(INITIAL, [started])
    return decide(INITIAL, StartGame(started.rules, started.seats, started.deal, started.salt))


def _revealed(row: Row) -> Event:
    if row.key == "cave":
        return CaveRevealed(row.cavemen())
    if row.key == "chiefs":
        return ChiefsDrawn(row.numbers())
    number, _, dominoes = row.rest.partition(":")
    if not is_number(number):
        raise Unreadable(NOT_A_LINE)
    return LineRevealed(int(number), Row(row.number, "line", dominoes).numbers())


def _refusing(row: Row, caused: Callable[[], list[Event]]) -> list[Event]:
    """The result of `caused`; errors become BrokenRecord with the number of this row."""
    try:
        return caused()
    except IllegalMove as illegal:
        raise row.broken(illegal.reason) from illegal
    except DamagedLog as damaged:
        raise row.broken(IMPOSSIBLE.about(problem=damaged.problem)) from damaged
    except Unreadable as unreadable:
        raise row.broken(unreadable.reason) from unreadable
