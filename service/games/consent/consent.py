"""Asking for something that others must agree to, and answering.

Questions and answers are in the log of the table. The last to agree carries it out in the log of the game, at the very
event at which it was asked: so it happens once, or not at all if somebody moved first, and nothing is left to be done
if the process dies. A pause begins in the log of the table itself.
"""

from typing import Final

from domain.commands import CancelGame
from domain.errors import IllegalMove, Reason
from domain.game import Game
from service.games.clocks.rests import DAY
from service.games.clocks.time_events import PauseAgreed, PauseAsked, PauseBegun, PauseEnded
from service.games.commands import Commands
from service.games.consent.cancelling import note_cancellation
from service.games.consent.shown import PossibleQuestions, Standing, possible_questions, shown_questions
from service.games.consent.wishes import (
    AnotherBot,
    Pause,
    Voters,
    Wish,
    check_playing,
    command,
    kind_of,
    voters,
    wish_of,
)
from service.games.questions import Question, QuestionAgreed, QuestionAsked, QuestionClosed, QuestionKind
from service.games.seating import Seating, SeatingEvent
from service.games.tables import Tables
from service.runtime.clock import Clock

MOST_QUESTIONS: Final = 300  # events about questions at one table

NOT_ASKED: Final = Reason("not_asked", "", "Nobody asks you for this, or the game has gone on since.")
ASKED_ALREADY: Final = Reason("asked_already", "", "The others were asked for this already: wait for their answer.")
ASK_LATER: Final = Reason(
    "ask_later", "", "The others have refused what you asked for. You can ask again in {minutes} minutes."
)
TOO_MANY_QUESTIONS: Final = Reason("asked_too_often", "", "The others were asked very often in this game: play on.")


class Consent:
    """Each method raises IllegalMove, Refused (GameMoved if somebody moves at the same moment) or Unavailable."""

    def __init__(self, tables: Tables, commands: Commands, clock: Clock) -> None:
        self._tables = tables
        self._commands = commands
        self._clock = clock

    async def ask(self, game: str, seat: int, wish: Wish) -> None:
        """It happens at once if nobody but bots has to agree."""
        table, state = await self._look(game, seat)
        who = voters(wish, state, table, seat, self._clock())
        if not who.people and not isinstance(wish, Pause):
            await self._carry_out(game, table, state, wish, seat, who.bots)
            return

        async def decide(table: Seating) -> list[SeatingEvent]:
            now = self._clock()
            who = voters(wish, state, table, seat, now)
            _check_patience(table, state, wish, seat, now)
            return _question(wish, state, who, seat, now)

        await self._tables.change(game, decide)

    async def agree(self, game: str, seat: int, kind: QuestionKind) -> None:
        while True:
            table, state = await self._look(game, seat)
            question = self._waiting(table, state, kind, seat)
            wish = wish_of(question)
            who = voters(wish, state, table, question.by, self._clock())
            is_last = {*who.people} <= {*question.agreed, seat}
            if is_last and not isinstance(wish, Pause):
                agreed = (*who.bots, *question.agreed[1:], seat)
                await self._carry_out(game, table, state, wish, question.by, agreed)
                return
            if await self._answer(game, question, _agreement(wish, seat, self._clock(), is_last=is_last)):
                return

    async def close(self, game: str, seat: int, kind: QuestionKind) -> None:
        """Refuse what somebody else asks for, or take one's own question back."""
        while True:
            table, state = await self._look(game, seat)
            question = table.questions.of(kind)
            now = self._clock()
            if question is None or not question.is_open(state.version, now) or not _concerns(question, seat):
                raise IllegalMove(NOT_ASKED)
            closed = PauseEnded(seat, now) if kind == "pause" else QuestionClosed(seat, now, kind)
            if await self._answer(game, question, [closed]):
                return

    async def possible(self, game: str, seat: int) -> PossibleQuestions:
        """What this seat may ask for now."""
        table, state = await self._look(game, seat)
        return possible_questions(table, state, seat, self._clock())

    async def standing(self, game: str) -> Standing:
        """What waits for an answer."""
        state = await self._commands.games.current(game)
        return Standing(state.version, shown_questions(await self._tables.seating(game), state) or ())

    async def _look(self, game: str, seat: int) -> tuple[Seating, Game]:
        state = await self._commands.games.current(game)
        table = await self._tables.seating(game)
        check_playing(table, state.position, seat)
        return table, state

    def _waiting(self, table: Seating, state: Game, kind: QuestionKind, seat: int) -> Question:
        question = table.questions.of(kind)
        if question is None or not question.is_open(state.version, self._clock()) or not question.waits_for(seat):
            raise IllegalMove(NOT_ASKED)
        return question

    async def _answer(self, game: str, question: Question, events: list[SeatingEvent]) -> bool:
        """Whether the answer was noted; not if there was another answer since the question was read."""
        is_noted = False

        async def decide(table: Seating) -> list[SeatingEvent]:
            nonlocal is_noted
            is_noted = table.questions.of(question.kind) == question
            return events if is_noted else []

        await self._tables.change(game, decide)
        return is_noted

    async def _carry_out(
        self, game: str, table: Seating, state: Game, wish: Wish, seat: int, agreed: tuple[int, ...]
    ) -> None:
        assert not isinstance(wish, Pause)
        following = command(wish, seat, agreed)
        await self._commands.handle(game, following, f"agreed:{kind_of(wish)}:{state.version}", state.version)
        if isinstance(following, CancelGame):
            await note_cancellation(self._tables, game, table.players[seat] or "")


def _check_patience(table: Seating, state: Game, wish: Wish, seat: int, now: int) -> None:
    before = table.questions.of(kind_of(wish))
    if before is not None and before.is_open(state.version, now):
        raise IllegalMove(ASKED_ALREADY)
    if table.questions.changes >= MOST_QUESTIONS:
        raise IllegalMove(TOO_MANY_QUESTIONS)
    if now < (again := table.questions.wait(seat)):
        raise IllegalMove(ASK_LATER.about(minutes=-(-(again - now) // 60_000)))


def _question(wish: Wish, state: Game, who: Voters, seat: int, now: int) -> list[SeatingEvent]:
    if isinstance(wish, Pause):
        question = PauseAsked(seat, now, wish.days)
        return [question] if who.people else [question, PauseBegun(now, now + wish.days * DAY)]
    of, level = (wish.seat, wish.level) if isinstance(wish, AnotherBot) else (None, None)
    return [QuestionAsked(seat, now, kind_of(wish), state.version, who.people, of, level)]


def _agreement(wish: Wish, seat: int, now: int, *, is_last: bool) -> list[SeatingEvent]:
    if not isinstance(wish, Pause):
        return [QuestionAgreed(seat, now, kind_of(wish))]
    agreed = PauseAgreed(seat, now)
    return [agreed, PauseBegun(now, now + wish.days * DAY)] if is_last else [agreed]


def _concerns(question: Question, seat: int) -> bool:
    """Whether this seat asked, or was asked."""
    return question.by == seat or question.voters is None or seat in question.voters
