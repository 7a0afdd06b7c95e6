"""Who sits at a table, before and during its game: a small log of its own next to the log of the game.

The game's own log begins when the table is full (docs/events.md); the ids of players stay out of it.
"""

from datetime import date
from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from domain.events import Player
from domain.pieces import Level
from domain.rules import Rules
from projections.timing import TimeControl
from service.games.clocks.rests import Rhythm, TableTime
from service.games.clocks.time_events import TimeEvent, evolve_time
from service.games.questions import (
    NO_QUESTIONS,
    QuestionAgreed,
    QuestionAsked,
    QuestionClosed,
    QuestionEvent,
    Questions,
    evolve_questions,
)
from service.people.names import bot_names
from service.store.log_names import seats_log
from service.store.typed_log import LogKind

TAKEN: Final = Reason("table_full", "", "Every seat at this table is taken.")
NOT_OVER: Final = Reason("not_over", "", "The game is not over yet.")
SEATS_OPEN: Final = Reason("seats_open", "", "The game starts when every seat is taken.")
SEAT_LEFT: Final = Reason("seat_left", "", "You have left this seat: a bot plays on for you.")
NOT_PRIVATE: Final = Reason("not_private", "", "Everybody may come to this table: it has no invite.")
NOT_OWNER: Final = Reason("not_owner", "", "Only the player who opened this table may do this.")
RENEWED_OFTEN: Final = Reason("renewed_often", "", "This table has had {most} links: open a new one.")
SEATED_ALREADY: Final = Reason("seated_already", "", "You sit at this table already.")

Guide: TypeAlias = Literal["discovery", "totem", "tribe", "kingdomino"]  # what a game teaches
TalkLevel: TypeAlias = Literal["off", "phrases", "free"]  # what people may say to each other


class Match(msgspec.Struct, frozen=True):
    """K6: the place of a game in a dynasty."""

    id: str  # the first game of the match
    number: int  # 1, 2 or 3


class Origin(msgspec.Struct, frozen=True):
    """The position a game was begun from: that of another game after event `at`."""

    game: str
    at: int


class TableOpened(msgspec.Struct, frozen=True, tag="table_opened"):
    rules: Rules
    bots: tuple[Level | None, ...]  # of seats 0, 1, …: None is for a person
    invite: str | None = None  # the secret that opens a private table
    is_record: bool = False  # a game read from its notation: it cannot be continued
    clock: TimeControl | None = None
    successor: Level = "flint"  # the bot that takes over a seat that resigned or ran out of time
    rated: bool = False
    match: Match | None = None
    rematch_of: str | None = None
    reserved: tuple[str | None, ...] = ()  # by seat: the player of the previous game for whom it is reserved
    at: int = 0  # when, in milliseconds
    forked_from: Origin | None = None
    hints: bool = False  # by sitting down, players agree that all may ask for hints
    # In a rated game, they agree to see what a move earns. Left out unless it was chosen, as in all older entries.
    earnings: bool | msgspec.UnsetType = msgspec.UNSET


class SeatTaken(msgspec.Struct, frozen=True, tag="seat_taken"):
    seat: int
    player: str
    name: str
    # The player's days off and time zone, if clocks rest at this table: they stay as they were when they sat down.
    rhythm: Rhythm | msgspec.UnsetType = msgspec.UNSET
    sought: bool | msgspec.UnsetType = msgspec.UNSET  # the player was looking for such a game, and was found for it


class TableCancelled(msgspec.Struct, frozen=True, tag="table_cancelled"):
    """A player at the table called the game off before the first move, or threw away a game against bots."""

    by: str


class TimeWarned(msgspec.Struct, frozen=True, tag="time_warned"):
    """A fifth of the time is left for the turn that began with event `seq` of the game."""

    seat: int
    seq: int
    due: int  # when the time is up, in milliseconds


class InviteRenewed(msgspec.Struct, frozen=True, tag="invite_renewed"):
    """A private table has another secret: from here on the old one opens nothing."""

    invite: str


class TalkChosen(msgspec.Struct, frozen=True, tag="talk_chosen"):
    """What people may say to each other here, if it is less than everything. Before anybody sits down."""

    level: TalkLevel


class ContestSet(msgspec.Struct, frozen=True, tag="contest_set"):
    """The game counts in a tournament. Before anybody sits down."""

    tournament: str
    round: int  # 1, 2, …
    game: int  # of a match, 1 if there is one only


class GuideChosen(msgspec.Struct, frozen=True, tag="guide_chosen"):
    """A game that teaches, on a deal of its own. Before anybody sits down."""

    guide: Guide


class DayChosen(msgspec.Struct, frozen=True, tag="day_chosen"):
    """The deal is that of this day (starting/day_deals.py). Before anybody sits down."""

    day: date


class SeatKept(msgspec.Struct, frozen=True, tag="seat_kept"):
    """An open seat is kept for somebody who was invited, or is free for everybody again."""

    seat: int
    player: str | None


class SeatHandedOver(msgspec.Struct, frozen=True, tag="seat_handed_over"):
    """The guest who sits here has signed in to an account, which sits here from now on, under the name as it was."""

    seat: int
    player: str


_Change: TypeAlias = (
    SeatTaken
    | TableCancelled
    | TimeWarned
    | InviteRenewed
    | TalkChosen
    | ContestSet
    | GuideChosen
    | DayChosen
    | SeatKept
    | SeatHandedOver
    | TimeEvent
    | QuestionEvent
)
SeatingEvent: TypeAlias = TableOpened | _Change


class Seating(msgspec.Struct, frozen=True):
    opened: TableOpened
    names: tuple[str | None, ...]  # of seats 0, 1, …: None is an open seat
    players: tuple[str | None, ...]  # by seat; None for bots and open seats
    version: int
    warned: int = 0  # the first event of the turn for which a time warning was recorded
    is_cancelled: bool = False
    owner: str | None = None  # the player who opened the table, or sat down first
    renewals: int = 0  # how often the invite was replaced
    keepings: int = 0  # how often a seat was kept for somebody, or given free
    departed: frozenset[int] = frozenset()  # seats of players who deleted their accounts
    time: TableTime = TableTime()  # when clocks rest
    questions: Questions = NO_QUESTIONS  # that wait for the others to agree
    talk: TalkLevel = "free"
    contest: ContestSet | None = None
    guide: Guide | None = None
    of_day: date | None = None  # the day whose deal it is
    nameless: frozenset[int] = frozenset()  # those seats, and those whose names moderators replaced: all are neutral

    @property
    def rules(self) -> Rules:
        return self.opened.rules

    @property
    def bots(self) -> tuple[Level | None, ...]:
        return self.opened.bots

    @property
    def is_full(self) -> bool:
        return None not in self.names

    @property
    def is_private(self) -> bool:
        """Whether lists leave this game out, and nothing of it leaves the site."""
        return self.opened.invite is not None or self.is_of_day

    @property
    def is_of_day(self) -> bool:
        return self.of_day is not None

    @property
    def is_contest(self) -> bool:
        """Whether its result is compared with others: nobody is helped, and bots agree to nothing."""
        return self.opened.rated or self.is_of_day

    @property
    def reserved(self) -> tuple[str | None, ...]:
        """By seat: the player for whom it is reserved, or None."""
        return (*self.opened.reserved, *(None,) * (len(self.names) - len(self.opened.reserved)))

    @property
    def company(self) -> dict[str, str]:
        """The names of the people at the table, by their ids."""
        return {player: name or "" for player, name in zip(self.players, self.names, strict=True) if player}

    @property
    def shows_earnings(self) -> bool:
        """Whether players see what a move earns: in a rated game of several people only if they agreed to it."""
        is_duel = self.opened.rated and self.bots.count(None) > 1
        return not is_duel or self.opened.earnings is True

    def seat_for(self, player: str) -> int | None:
        """The open seat that `player` may take: the one reserved for them, or one that is not reserved."""
        free = [seat for seat, name in enumerate(self.names) if name is None and self.reserved[seat] in (player, None)]
        return min(free, key=lambda seat: self.reserved[seat] is None, default=None)

    def seat_of(self, player: str | None) -> int | None:
        return self.players.index(player) if player is not None and player in self.players else None

    def seats(self) -> tuple[Player, ...]:
        """The players as the log of the game names them, once the table is full."""
        return tuple(Player(name or "", bot) for name, bot in zip(self.names, self.bots, strict=True))


def _evolve(table: Seating | None, event: SeatingEvent) -> Seating:
    if isinstance(event, TableOpened):
        return _opened(table, event)
    if table is None:
        raise ValueError("a table is opened first")
    return _changed(table, event)


def _changed(table: Seating, event: _Change) -> Seating:  # noqa: C901 - one case per event
    after = msgspec.structs.replace(table, version=table.version + 1)
    match event:
        case SeatTaken(seat, player, name, rhythm):
            names, players = _with(table.names, seat, name), _with(table.players, seat, player)
            time = _with_rhythm(table.time, seat, rhythm)
            owner = table.owner or player
            return msgspec.structs.replace(after, names=names, players=players, owner=owner, time=time)
        case TableCancelled():
            return msgspec.structs.replace(after, is_cancelled=True)
        case InviteRenewed(invite):
            opened = msgspec.structs.replace(table.opened, invite=invite)
            return msgspec.structs.replace(after, opened=opened, renewals=table.renewals + 1)
        case TalkChosen(level):
            return msgspec.structs.replace(after, talk=level)
        case ContestSet():
            return msgspec.structs.replace(after, contest=event)
        case GuideChosen(guide):
            return msgspec.structs.replace(after, guide=guide)
        case DayChosen(day):
            return msgspec.structs.replace(after, of_day=day)
        case SeatKept(seat, player):
            reserved = _with(table.reserved, seat, player)
            opened = msgspec.structs.replace(table.opened, reserved=reserved)
            return msgspec.structs.replace(after, opened=opened, keepings=table.keepings + 1)
        case SeatHandedOver(seat, account):
            players = _with(table.players, seat, account)
            return msgspec.structs.replace(after, players=players, owner=_owner_after(table, seat, account))
        case TimeWarned(_, seq):
            return msgspec.structs.replace(after, warned=seq)
        case QuestionAsked() | QuestionAgreed() | QuestionClosed():
            return msgspec.structs.replace(after, questions=evolve_questions(table.questions, event))
        case _:
            questions = evolve_questions(table.questions, event)
            return msgspec.structs.replace(after, time=evolve_time(table.time, event), questions=questions)


def _owner_after(table: Seating, seat: int, account: str) -> str | None:
    return account if table.owner == table.players[seat] else table.owner


def _opened(table: Seating | None, event: TableOpened) -> Seating:
    if table is not None:
        raise ValueError("a table is opened once")
    return Seating(opened=event, names=tuple(bot_names(event.bots)), players=(None,) * len(event.bots), version=1)


def _with_rhythm(time: TableTime, seat: int, rhythm: Rhythm | msgspec.UnsetType) -> TableTime:
    if rhythm is msgspec.UNSET:
        return time
    return msgspec.structs.replace(time, rhythms=(*time.rhythms, (seat, rhythm)))


def _with(values: tuple[str | None, ...], at: int, value: str | None) -> tuple[str | None, ...]:
    if not 0 <= at < len(values):
        raise ValueError(f"there is no seat {at}")
    return (*values[:at], value, *values[at + 1 :])


def _nothing() -> Seating | None:
    return None


TABLE_LOGS: Final = LogKind(seats_log, SeatingEvent, _nothing, _evolve)


def talk_chosen(level: TalkLevel) -> list[SeatingEvent]:
    return [] if level == "free" else [TalkChosen(level)]
