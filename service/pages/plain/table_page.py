"""A table without JavaScript: what lies where, whose turn it is, and a form for the move."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final
from urllib.parse import parse_qs

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_200_OK, HTTP_303_SEE_OTHER, HTTP_422_UNPROCESSABLE_ENTITY

from domain.commands import UndoTurn
from domain.errors import IllegalMove, Reason
from domain.notation.moves import write_move
from projections.choices import choices
from projections.notice_words import table_text
from projections.table import ShownSlot, Table, table
from projections.words import WORDS, Language
from service.games.consent.shown import PossibleQuestions
from service.games.shown_clock import shown_clock
from service.games.view import View
from service.http.caller import OPEN_TO_VISITORS, TAKES_FORMS, Visit, known_caller, make_move, table_visit
from service.http.language import language
from service.http.problems import STATUSES
from service.http.request import StrictRequest
from service.http.session_cookie import check_form, form_token
from service.pages.plain.drawing import board, half, key
from service.pages.plain.frame import form, hidden, plain_page, problem, refusal_page
from service.pages.plain.options import CHOOSE_FIRST, cells, fields, read_form
from service.pages.plain.questions import QuestionForms, answer, is_by_link
from service.pages.plain.words import PLAIN_WORDS, said
from service.runtime.refusal import Refused

_LATELY: Final = 6  # events
_MOST_FIELDS: Final = 100


@get("/game/{game:str}/plain", include_in_schema=False, opt={OPEN_TO_VISITORS: True})
async def plain_table(request: StrictRequest, game: FromPath[str]) -> Response[Any]:
    try:
        return await _page(request, game)
    except Refused as error:
        return refusal_page(request, "Firstfire", error.reason, STATUSES[error.kind])


@post(
    "/game/{game:str}/plain",
    include_in_schema=False,
    status_code=HTTP_303_SEE_OTHER,
    opt={OPEN_TO_VISITORS: True, TAKES_FORMS: True},
)
async def plain_move(request: StrictRequest, game: FromPath[str]) -> Response[Any]:
    """A move by a form. The answer leads to the table as it is then, so that loading it again repeats nothing."""
    try:
        await _move(request, game)
    except IllegalMove as error:
        return await _again(request, game, error.reason, HTTP_422_UNPROCESSABLE_ENTITY)
    except Refused as error:
        return await _again(request, game, error.reason, STATUSES[error.kind])
    return Redirect(_address(request, game), status_code=HTTP_303_SEE_OTHER)


async def _move(request: StrictRequest, game: str) -> None:
    """Raises IllegalMove or Refused."""
    person = await known_caller(request)
    try:
        sent = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=_MOST_FIELDS)
    except ValueError as error:
        raise Refused(CHOOSE_FIRST, "invalid") from error
    check_form(person, sent.get("token", [""])[0])
    if await answer(request, game, sent):
        return
    seq = sent.get("seq", [""])[0]
    move = read_form(sent, claiming=sent.get("step", [""])[0] == "claim")
    await make_move(request, game, move, int(seq) if seq.isdecimal() and len(seq) < 9 else 0)


async def _again(request: StrictRequest, game: str, reason: Reason, status: int) -> Response[Any]:
    try:
        return await _page(request, game, reason, status)
    except Refused as error:
        return refusal_page(request, "Firstfire", error.reason, STATUSES[error.kind])


async def _page(
    request: StrictRequest, game: str, reason: Reason | None = None, status: int = HTTP_200_OK
) -> Response[Any]:
    visit = await table_visit(request, game)
    seating, reader = visit.table, language(request)
    others = [name for seat, name in enumerate(seating.names) if name and seat != visit.seat]
    title = table_text(seating.rules, others, reader)
    parts = [problem(request, reason)] if reason is not None else []
    if seating.is_cancelled or not seating.is_full:
        words = PLAIN_WORDS[reader]
        parts.append(f"<p>{escape(words.called_off if seating.is_cancelled else words.seats_open)}</p>")
    else:
        services = request.services
        outages = await services.outages.all() if seating.opened.clock is not None else ()
        view = await services.live.view(game, nameless=seating.nameless)
        clock = shown_clock(seating, view, outages)
        due = clock.due if clock is not None and clock.seat is not None else None
        may = await _possible(request, game, visit, view)
        due_text = f"{due:%Y-%m-%d %H:%M}" if due else ""
        parts += _Drawn(request, game, visit, view, reader, may, services.own_time.clock()).parts(due_text)
    return plain_page(request, title, "".join(parts) + _links(request, game, visit, reader), status=status)


async def _possible(request: StrictRequest, game: str, visit: Visit, view: View) -> PossibleQuestions | None:
    """What the reader may ask the others for, if they play."""
    position = view.newest.position
    if (
        visit.seat is None
        or is_by_link(visit)
        or position.step == "over"
        or position.players[visit.seat].bot is not None
    ):
        return None
    return await request.services.consent.possible(game, visit.seat)


class _Drawn:
    """A running or finished game for one reader."""

    def __init__(
        self,
        request: StrictRequest,
        game: str,
        visit: Visit,
        view: View,
        language: Language,
        may: PossibleQuestions | None,
        now: int,
    ) -> None:
        self._may = may
        self._address = _address(request, game)
        self._visit = visit
        self._view = view
        self._language = language
        self._now = now
        self._words = PLAIN_WORDS[language]
        self._table: Table = table(view.frames[-1], visit.seat, game)

    def parts(self, due: str) -> list[str]:
        shown, seats = self._table, range(len(self._table.seats))
        lines = [("lines", shown.line), ("next_line", shown.next_line)]
        return [
            f"<p><strong>{escape(self._status())}</strong></p>\n",
            f"<p>{escape(self._words.due.format(time=due))}</p>\n" if due else "",
            self._forms(),
            self._boards([seat for seat in seats if seat == self._visit.seat]),
            *(self._line(name, slots) for name, slots in lines if slots),
            self._cave(),
            self._boards([seat for seat in seats if seat != self._visit.seat]),
            f"<p>{escape(self._words.key)}: {key(shown.rules.game, self._language)}</p>\n",
            self._lately(),
        ]

    def _name(self, seat: int) -> str:
        name = WORDS[self._language].called(self._table.seats[seat].name)
        return f"{name} ({said(self._language, 'you')})" if seat == self._visit.seat else name

    def _status(self) -> str:
        if self._table.seat is None:
            return self._words.over
        if self._table.seat == self._visit.seat:
            return self._words.your_turn
        return self._words.turn_of.format(name=self._name(self._table.seat))

    def _forms(self) -> str:
        visit, game = self._visit, self._view.newest
        if visit.person is None or visit.seat is None:
            return f"<p>{escape(self._words.spectator)}</p>\n" if self._table.seat is not None else ""
        common = hidden("token", form_token(visit.person)) + hidden("seq", str(self._table.seq))
        if self._table.seats[visit.seat].bot is not None:
            return ""
        names = [WORDS[self._language].called(seat.name) for seat in self._table.seats]
        asking = QuestionForms(self._address, names, common, self._language)
        forms = asking.answers(visit, game)
        if self._table.seat == visit.seat:
            # What each caveman would earn is not shown here, and is much to work out.
            offered = choices(game, shows_earnings=visit.table.shows_earnings and self._table.step != "recruit")
            controls = common + hidden("step", offered.step) + fields(offered, game.position, self._language)
            forms += form(self._address, self._words.send, controls)
        if self._table.may_undo:
            undo = common + hidden("move", write_move(UndoTurn()))
            forms += form(self._address, self._words.undo, undo, is_main=False)
        return forms + (asking.wishes(visit, self._may, self._now) if self._may is not None else "")

    def _line(self, name: str, slots: Sequence[ShownSlot]) -> str:
        title = self._words.lines if name == "lines" else said(self._language, "next_line")
        rows = "".join(self._slot(slot) for slot in slots)
        return f'<h2>{escape(title)}</h2>\n<ul class="line">{rows}</ul>\n'

    def _slot(self, slot: ShownSlot) -> str:
        game = self._table.rules.game
        taken = self._name(slot.seat) if slot.seat is not None else self._words.free
        halves = half(slot.a, game, self._language) + half(slot.b, game, self._language)
        return f"<li>{slot.domino}: {halves} {escape(taken)}</li>"

    def _cave(self) -> str:
        if not self._table.cave:
            return ""
        words = WORDS[self._language]
        listed = words.between.join(words.cavemen[caveman].name for caveman in self._table.cave)
        return f"<h2>{escape(said(self._language, 'cave'))}</h2>\n<p>{escape(listed)}</p>\n"

    def _boards(self, seats: Sequence[int]) -> str:
        """Territories; one's own with the cells where a domino can go."""
        own, game = self._visit.seat, self._table.rules.game
        is_placing = self._table.seat == own and self._table.step == "place"
        around = cells(choices(self._view.newest, shows_earnings=False).moves) if is_placing else []
        drawn = "".join(
            f"<section><h2>{escape(self._name(seat))}: {self._points(seat)}</h2>"
            f"{board(self._table.seats[seat].territory, around if seat == own else (), game, self._language)}</section>"
            for seat in seats
        )
        return f'<div class="boards">{drawn}</div>\n'

    def _points(self, seat: int) -> str:
        return escape(self._words.points.format(count=self._table.seats[seat].score.total))

    def _lately(self) -> str:
        steps = self._view.steps(max(0, self._view.seq - _LATELY), self._language)
        sentences = "".join(f"<li>{escape(step.text)}</li>" for step in reversed(steps))
        return f"<h2>{escape(self._words.lately)}</h2>\n<ul>{sentences}</ul>\n"


def _links(request: StrictRequest, game: str, visit: Visit, reader: Language) -> str:
    words = PLAIN_WORDS[reader]
    links = [(_address(request, game), words.look_again)]
    if visit.person is None or visit.person.kind != "visit":
        links.append((_address(request, game).replace("/plain", ""), words.whole_table))
    return "<p>" + " · ".join(f'<a href="{escape(address)}">{escape(text)}</a>' for address, text in links) + "</p>"


def _address(request: StrictRequest, game: str) -> str:
    """With the invitation, if the reader has one."""
    query = request.url.query if "invite" in request.query_params else ""
    return f"/game/{game}/plain" + (f"?{query}" if query else "")
