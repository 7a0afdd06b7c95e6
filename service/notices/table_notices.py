"""Which notices follow from what happened at a table: who sat down, who asks for what, that it was called off. Pure.

They name people, not seats, because seats that are kept for somebody are empty.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from domain.position import Position
from projections.notices import Kind
from service.games.clocks.time_events import PauseAgreed, PauseAsked, PauseBegun, PauseEnded, TimeGiven
from service.games.questions import QuestionAgreed, QuestionAsked, QuestionClosed, QuestionKind
from service.games.seating import TABLE_LOGS, Seating, SeatingEvent, SeatKept, SeatTaken, TableCancelled, TimeWarned

_ASKED: Final[dict[QuestionKind, Kind]] = {
    "pause": "pause_asked",
    "undo": "undo_asked",
    "call_off": "call_off_asked",
    "draw_bot": "bot_asked",
}


class TableNotice(NamedTuple):
    kind: Kind
    player: str
    number: int  # of the event, or of the turn whose time is short
    by: int | None = None  # the seat that caused it
    at: int | None = None  # when, in milliseconds, if the event says so


def table_notices(
    events: Sequence[SeatingEvent], first: int, game: Sequence[Position] = (), *, has_expired: bool = False
) -> list[TableNotice]:
    """What follows from the events from number `first` on. A table that `has_expired` was called off by nobody.

    `game` has the position after each event of the game: whose turn it was, and for whom bots play.
    """
    notices: list[TableNotice] = []
    begin = max(first - 1, 1)
    table = TABLE_LOGS.fold(events[:begin])
    for number, event in enumerate(events[begin:], begin + 1):
        before, table = table, TABLE_LOGS.evolve(table, event)
        assert before is not None, "the first event opens it"
        assert table is not None
        notices += _notices(table, event, number, has_expired)
        notices += _time_notices(before, event, number, game)
        notices += _question_notices(before, event, number)
    return notices


def concerns_time(event: SeatingEvent) -> bool:
    """Whether the position of the game is needed to know who is informed."""
    return isinstance(event, PauseAsked | PauseAgreed | PauseBegun | PauseEnded | TimeGiven)


def concerns_questions(event: SeatingEvent) -> bool:
    """Whether it may settle what somebody was informed of."""
    return isinstance(
        event, PauseAsked | PauseAgreed | PauseBegun | PauseEnded | QuestionAsked | QuestionAgreed | QuestionClosed
    )


def waits_for_answer(table: Seating, player: str, kind: Kind, seq: int, now: int) -> bool:
    """Whether this player still has to answer what a notice asks, when the game has `seq` events."""
    question = next((standing for standing in table.questions.standing if _ASKED[standing.kind] == kind), None)
    seat = table.seat_of(player)
    if question is None or seat is None or table.is_cancelled:
        return False
    return question.is_open(seq, now) and question.waits_for(seat)


def starter(events: Iterable[SeatingEvent], table: Seating) -> int | None:
    """The seat of the player who came last and so started the game; None if nobody in particular did."""
    if table.opened.match is not None and table.opened.match.number > 1:
        return None
    last = next((event for event in reversed(list(events)) if isinstance(event, SeatTaken)), None)
    return None if last is None or last.sought is True else last.seat


def _notices(table: Seating, event: SeatingEvent, number: int, has_expired: bool) -> Iterator[TableNotice]:
    match event:
        case SeatTaken(seat, player):
            if table.opened.rematch_of is not None and len(table.company) == 1:
                yield from (TableNotice("rematch", other, number, seat) for other in _invited(table, player))
            if table.owner and table.owner != player and not table.is_full:
                yield TableNotice("joined", table.owner, number, seat)
            if table.is_full:
                yield from _contest_notices(table, number)
        case SeatKept(seat, str(player)):
            by = None if table.owner is None else table.seat_of(table.owner)
            yield TableNotice("invited", player, number, by)
        case TableCancelled(by) if not table.is_full:  # otherwise the log of the game says so
            people = dict.fromkeys([*table.company, *_invited(table, by)])
            yield from (
                TableNotice("cancelled", player, number, None if has_expired else table.seat_of(by))
                for player in people
                if player != by or has_expired
            )
        case TimeWarned(seat, turn):
            if warned := table.players[seat]:
                yield TableNotice("time_short", warned, turn)
        case _:
            pass


def _contest_notices(table: Seating, number: int) -> Iterator[TableNotice]:
    """Everybody at a table of a tournament hears of it, and whom they meet if that is one other only."""
    if (contest := table.contest) is None:
        return
    kind: Kind = "tournament_begun" if (contest.round, contest.game) == (1, 1) else "round_begun"
    for seat, player in enumerate(table.players):
        if player is not None:
            yield TableNotice(kind, player, number, 1 - seat if table.rules.seats == 2 else None, table.opened.at)


def _time_notices(before: Seating, event: SeatingEvent, number: int, game: Sequence[Position]) -> Iterator[TableNotice]:
    others = [
        (player, seat)
        for seat, player in enumerate(before.players)
        if player is not None and game and game[-1].players[seat].bot is None and seat != getattr(event, "seat", None)
    ]
    ask = before.questions.of("pause")
    match event:
        case PauseAsked(by, at):
            yield from (TableNotice("pause_asked", player, number, by, at) for player, _ in others)
        case PauseBegun(at) if ask is not None:  # the last to agree has begun it
            by = ask.agreed[-1]
            yield from (TableNotice("pause_begun", player, number, by, at) for player, seat in others if seat != by)
        case PauseEnded(by, at) if ask is None:
            yield from (TableNotice("pause_ended", player, number, by, at) for player, _ in others)
        case PauseEnded(by, at) if ask is not None and by != ask.by:  # to take a question back refuses nothing
            wanted = [player for player, seat in others if seat in ask.agreed]
            yield from (TableNotice("pause_refused", player, number, by, at) for player in wanted)
        case TimeGiven(by, turn, _, at) if turn <= len(game):
            receivers = [player for player, seat in others if seat == game[turn - 1].seat]
            yield from (TableNotice("time_given", player, number, by, at) for player in receivers)
        case _:
            pass


def _question_notices(before: Seating, event: SeatingEvent, number: int) -> Iterator[TableNotice]:
    match event:
        case QuestionAsked(by, at, kind, _, voters):
            yield from (
                TableNotice(_ASKED[kind], player, number, by, at) for seat in voters if (player := before.players[seat])
            )
        case QuestionClosed(by, at, kind) if (question := before.questions.of(kind)) and question.by != by:
            wanted = [player for seat in question.agreed if (player := before.players[seat])]
            yield from (TableNotice("question_refused", player, number, by, at) for player in wanted)
        case _:
            pass


def _invited(table: Seating, player: str) -> list[str]:
    """For whom seats are kept, except `player`."""
    return [other for other in table.reserved if other and other != player]
