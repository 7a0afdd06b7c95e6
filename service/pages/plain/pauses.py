"""The question whether there should be a pause, and the answer to it by a form."""

from collections.abc import Mapping, Sequence
from html import escape

from projections.words import Language
from service.http.caller import Visit, held_seat, table_visit
from service.http.request import StrictRequest
from service.pages.plain.frame import form, hidden
from service.pages.plain.words import said


def question(visit: Visit, address: str, names: Sequence[str], common: str, language: Language) -> str:
    """Forms for a player who has not answered yet; `common` is HTML that each form has."""
    ask = visit.table.time.ask
    if ask is None or visit.seat in ask.agreed:
        return ""
    days = said(language, "time_day", count=ask.days)
    text = said(language, "pause_question", name=names[ask.by], days=days)
    agree = form(address, said(language, "agree_pause"), common + hidden("pause", "agree"))
    refuse = form(address, said(language, "refuse_pause"), common + hidden("pause", "refuse"), is_main=False)
    return f"<p><strong>{escape(text)}</strong></p>\n{agree}{refuse}"


async def answer(request: StrictRequest, game: str, sent: Mapping[str, Sequence[str]]) -> bool:
    """Whether the form was an answer, which then counts; raises IllegalMove or Refused."""
    if "pause" not in sent:
        return False
    seat, agreements = held_seat(await table_visit(request, game)), request.services.agreements
    await (agreements.agree_to_pause if sent["pause"][0] == "agree" else agreements.end_pause)(game, seat)
    return True
