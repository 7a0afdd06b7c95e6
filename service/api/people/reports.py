"""Reporting somebody to the moderators."""

from typing import Annotated, Final

import msgspec
from litestar import post

from domain.errors import Reason
from service.http.caller import address, known_caller, other_person, table_visit, talk_place
from service.http.openapi import INVITE, TOKEN, body, operation_with, refusal, refusals
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.moderation.reports import REPORT_SAYS_NOTHING, REPORTED_ALREADY, Complaint, Offence, Subject
from service.runtime.refusal import Refused
from service.talk.talk import NO_SUCH_MESSAGE, Message

REPORT_NEEDS_GAME: Final = Reason("report_needs_game", "", "Say in which game that was: send its id as `game`.")
NOT_IN_THAT_GAME: Final = Reason("not_in_that_game", "", "This person does not play in that game.")

_OONA: Final = "Vbq3xk0aT1mE"
REPORTS: Final = body(
    name={"about": "name", "player": _OONA, "reason": "name"},
    game={"about": "game", "game": "kwfy3gevrw", "player": _OONA, "reason": "stalling", "text": "Waits in every turn."},
    message={"about": "message", "game": "kwfy3gevrw", "player": _OONA, "reason": "abuse", "message": f"{_OONA}.7"},
)


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    about: Subject
    player: str
    reason: Offence
    text: str = ""  # at most 500 characters; required for the reason `other`
    game: str | None = None  # required unless it is about a name
    message: str | None = None  # the id of what was said at that table


class Filed(msgspec.Struct, frozen=True):
    number: int  # of the report


@post(
    "/api/reports",
    tags=("people",),
    security=TOKEN,
    summary="Report a game, a message or a name to the moderators",
    operation_class=operation_with(INVITE),
    responses={
        404: UNKNOWN_PLAYER,
        409: refusal(409, "Reported already, or too many open reports", REPORTED_ALREADY.text),
        422: refusal(422, "The report is not complete, or too long", REPORT_SAYS_NOTHING.text),
        **refusals(400, 401, 403, 413),
    },
)
async def report_person(request: StrictRequest, data: Annotated[NewReport, REPORTS]) -> Filed:
    """The person does not learn who reported them. Each thing is reported once, and only a few reports may be open."""
    person = await known_caller(request)
    person.standing.check_muted()
    profile = await other_person(request, data.player)
    message = await _message(request, data) if data.message is not None else None
    game = "" if data.about == "name" else data.game or "" if message else await _game(request, data)
    complaint = Complaint(data.player, profile.name, data.about, data.reason, _visible(data.text), game)
    if message is not None:
        complaint = complaint._replace(message=message.id, said=message.said.text or message.said.phrase)
    return Filed(await request.services.reports.file(person, address(request), complaint))


async def _message(request: StrictRequest, data: NewReport) -> Message:
    """What is reported. Raises Refused if the caller may not read it, or somebody else said it."""
    if data.about != "message" or data.game is None:
        raise Refused(REPORT_NEEDS_GAME, "invalid")
    place = await talk_place(request, data.game, await table_visit(request, data.game))
    message = await request.services.talk.message(data.game, place, data.message or "")
    if message.player != data.player:
        raise Refused(NO_SUCH_MESSAGE, "not_found")
    return message


async def _game(request: StrictRequest, data: NewReport) -> str:
    """The game in which it happened. Raises Refused if the caller may not see it, or the person does not play there."""
    if data.game is None:
        raise Refused(REPORT_NEEDS_GAME, "invalid")
    table, _, _ = await table_visit(request, data.game)
    if table.seat_of(data.player) is None:
        raise Refused(NOT_IN_THAT_GAME, "invalid")
    return data.game


def _visible(text: str) -> str:
    """On one line, without characters that nobody can see."""
    return "".join(filter(str.isprintable, " ".join(text.split())))
