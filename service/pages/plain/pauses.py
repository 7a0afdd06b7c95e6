"""Pauses by forms: asking for one, the question whether there should be one, and its end."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from projections.words import Language
from service.http.caller import NOT_SEATED, Visit, held_seat, table_visit
from service.http.request import StrictRequest
from service.pages.plain.frame import form, hidden
from service.pages.plain.words import said
from service.runtime.refusal import Refused
from service.time_off.agreements import MOST_PAUSES, is_paused

_LENGTHS: Final = (1, 2, 3, 5, 7, 10, 14, 21, 30)  # days


def question(visit: Visit, address: str, names: Sequence[str], common: str, language: Language) -> str:
    """Forms for a player who has not answered yet; `common` is HTML that each form has."""
    ask = visit.table.time.ask
    if ask is None or visit.seat in ask.agreed:
        return ""
    days = said(language, "time_day", count=ask.days)
    text = said(language, "pause_question", name=names[ask.by], days=days)
    agree = form(address, said(language, "agree_pause"), common + hidden("pause", "agree"))
    refuse = form(address, said(language, "refuse_pause"), common + hidden("pause", "end"), is_main=False)
    return f"<p><strong>{escape(text)}</strong></p>\n{agree}{refuse}"


def wish(visit: Visit, address: str, common: str, language: Language, now: int) -> str:
    """A form for what a player may do without being asked: ask for a pause, take that back, or end a pause."""
    time, ask = visit.table.time, visit.table.time.ask
    if visit.table.opened.clock is None or _by_link(visit):
        return ""
    if is_paused(time, now):
        return _ending(address, said(language, "end_pause"), common)
    if ask is not None:
        days = said(language, "time_day", count=ask.days)
        text = f"<p>{escape(said(language, 'pause_own_question', days=days))}</p>\n"
        return text + _ending(address, said(language, "withdraw_pause"), common) if ask.by == visit.seat else ""
    return _asking(address, len(time.pauses), common, language) if len(time.pauses) < MOST_PAUSES else ""


def _ending(address: str, button: str, common: str) -> str:
    return form(address, button, common + hidden("pause", "end"), is_main=False)


def _asking(address: str, pauses: int, common: str, language: Language) -> str:
    lengths = "".join(
        f'<option value="{days}">{escape(said(language, "time_day", count=days))}</option>' for days in _LENGTHS
    )
    label = f'<label for="days">{escape(said(language, "pause_length"))}</label>'
    field = f'<p>{label}<br><select name="days" id="days">{lengths}</select></p>'
    asking = form(address, said(language, "ask_pause"), common + hidden("pause", "ask") + field, is_main=False)
    text = said(language, "pause_text", count=pauses)
    title = said(language, "pause_of_game")
    return f"<details><summary>{escape(title)}</summary>\n<p>{escape(text)}</p>\n{asking}</details>\n"


async def settle(request: StrictRequest, game: str, sent: Mapping[str, Sequence[str]]) -> bool:
    """Whether the form was about a pause: then it counts. Raises IllegalMove or Refused."""
    if "pause" not in sent:
        return False
    visit, agreements = await table_visit(request, game), request.services.agreements
    seat = held_seat(visit)
    match sent["pause"][0]:
        case "ask" if _by_link(visit):
            raise Refused(NOT_SEATED, "forbidden")
        case "ask":
            await agreements.ask_pause(game, seat, _days(sent))
        case "agree":
            await agreements.agree_to_pause(game, seat)
        case _:
            await agreements.end_pause(game, seat)
    return True


def _by_link(visit: Visit) -> bool:
    """Whether the player came by the link in a mail, which is for moves and answers."""
    return visit.person is not None and visit.person.kind == "visit"


def _days(sent: Mapping[str, Sequence[str]]) -> int:
    days = sent.get("days", [""])[0]
    return int(days) if days.isascii() and days.isdecimal() and len(days) < 4 else 0
