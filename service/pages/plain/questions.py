"""What players ask each other for, and answer, by forms."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final, get_args

from domain.game import Game
from domain.pieces import Level
from projections.words import WORDS, Language
from service.games.consent.shown import PossibleQuestions, ShownQuestion, shown_questions
from service.games.consent.wishes import MOST_PAUSES, AnotherBot, CallOff, Pause, TakeBackTurn, Wish, is_paused
from service.games.questions import QUESTION_KINDS, QuestionKind
from service.http.caller import NOT_SEATED, Visit, held_seat, table_visit
from service.http.request import StrictRequest
from service.pages.plain.frame import form, hidden
from service.pages.plain.options import CHOOSE_FIRST
from service.pages.plain.words import said
from service.runtime.refusal import Refused

_LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14, 21, 30)  # days of a pause
_WISHES: Final[Mapping[str, Wish]] = {"undo": TakeBackTurn(), "call_off": CallOff()}


class QuestionForms:
    """For a player; `common` is HTML that each form has."""

    def __init__(self, address: str, names: Sequence[str], common: str, language: Language) -> None:
        self._address = address
        self._names = names
        self._common = common
        self._language = language

    def answers(self, visit: Visit, game: Game) -> str:
        """To what waits for this player's answer, or was asked by them."""
        return "".join(self._answer(question, visit.seat) for question in shown_questions(visit.table, game) or ())

    def _answer(self, question: ShownQuestion, seat: int | None) -> str:
        is_own = question.seat == seat
        if not is_own and (seat not in question.voters or seat in question.agreed):
            return ""
        common = self._common + hidden("question", question.kind)
        agree = "" if is_own else form(self._address, self._said("agree_pause"), common + hidden("answer", "agree"))
        word = self._said("withdraw_pause" if is_own else "refuse_pause")
        close = form(self._address, word, common + hidden("answer", "close"), is_main=False)
        return f"<p><strong>{escape(self._text(question, is_own=is_own))}</strong></p>\n{agree}{close}"

    def _text(self, question: ShownQuestion, *, is_own: bool) -> str:
        name = self._names[question.seat]
        if question.kind == "pause":
            days = self._said("time_day", count=question.days)
            return self._said("pause_own_question" if is_own else "pause_question", name=name, days=days)
        other = "" if question.of is None else self._names[question.of]
        bot = "" if question.level is None else WORDS[self._language].levels[question.level]
        own = "own_" if is_own else ""
        return self._said(f"{own}question_{question.kind}", name=name, other=other, bot=bot)

    def wishes(self, visit: Visit, may: PossibleQuestions, now: int) -> str:
        """What this player may ask for, or do without asking."""
        time = visit.table.time
        if is_paused(time, now):
            return form(self._address, self._said("end_pause"), self._common + hidden("pause", "end"), is_main=False)
        if may.again is not None:
            return ""
        has_pauses = visit.table.opened.clock is not None and len(time.pauses) < MOST_PAUSES
        parts = [self._wish("undo", may.undo), *map(self._bots, may.draw_bot), self._wish("call_off", may.call_off)]
        parts += [self._pause(len(time.pauses))] if has_pauses and visit.table.questions.of("pause") is None else []
        return f"<details><summary>{escape(self._said('ask_others'))}</summary>{''.join(parts)}</details>\n"

    def _pause(self, pauses: int) -> str:
        lengths = "".join(
            f'<option value="{days}">{escape(self._said("time_day", count=days))}</option>' for days in _LENGTHS
        )
        field = f'<p><label>{escape(self._said("pause_length"))} <select name="days">{lengths}</select></label></p>'
        asking = form(
            self._address, self._said("ask_pause"), self._common + hidden("ask", "pause") + field, is_main=False
        )
        return f"<p>{escape(self._said('pause_text', count=pauses))}</p>\n{asking}"

    def _wish(self, kind: QuestionKind, voters: Sequence[int] | None) -> str:
        if voters is None:
            return ""
        names = ", ".join(self._names[seat] for seat in voters)
        about = self._said("must_agree", names=names) if voters else self._said("bots_agree")
        button = form(self._address, self._said(f"ask_{kind}"), self._common + hidden("ask", kind), is_main=False)
        return f"<p>{escape(about)}</p>\n{button}"

    def _bots(self, seat: int) -> str:
        levels = WORDS[self._language].levels
        options = "".join(f'<option value="{level}">{escape(levels[level])}</option>' for level in get_args(Level))
        text = self._said("ask_draw_bot", name=self._names[seat])
        fields = self._common + hidden("ask", "draw_bot") + hidden("seat", str(seat))
        chosen = f'<label>{escape(text)} <select name="level">{options}</select></label>'
        return form(self._address, self._said("ask_others"), fields + chosen, is_main=False)

    def _said(self, key: str, **details: str | int) -> str:
        return said(self._language, key, **details)


async def answer(request: StrictRequest, game: str, sent: Mapping[str, Sequence[str]]) -> bool:
    """Whether the form asks or answers, which is then done; raises IllegalMove or Refused."""
    first = {name: values[0] for name, values in sent.items()}
    if not first.keys() & {"question", "ask", "pause"}:
        return False
    visit, consent = await table_visit(request, game), request.services.consent
    seat = held_seat(visit)
    kind = next((kind for kind in QUESTION_KINDS if kind == first.get("question")), None)
    if "pause" in first:
        await request.services.agreements.end_pause(game, seat)
    elif "ask" in first:
        if is_by_link(visit):
            raise Refused(NOT_SEATED, "forbidden")
        await consent.ask(game, seat, _wish(first))
    elif kind is None:
        raise Refused(CHOOSE_FIRST, "invalid")
    else:
        await (consent.agree if first.get("answer") == "agree" else consent.close)(game, seat, kind)
    return True


def is_by_link(visit: Visit) -> bool:
    """Whether the player came by the link in a mail, which is for moves and answers."""
    return visit.person is not None and visit.person.kind == "visit"


def _wish(sent: Mapping[str, str]) -> Wish:
    """What a form asks for; raises Refused if it was not ours."""
    days = sent.get("days", "")
    if sent["ask"] == "pause":
        return Pause(int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0)
    level = next((level for level in get_args(Level) if level == sent.get("level")), None)
    if sent["ask"] == "draw_bot" and level is not None and sent.get("seat", "") in ("0", "1", "2", "3"):
        return AnotherBot(int(sent["seat"]), level)
    wish = _WISHES.get(sent["ask"])
    if wish is None:
        raise Refused(CHOOSE_FIRST, "invalid")
    return wish
