"""Reports as a moderator sees them: with the names of people as they are called now, and none about the moderator, who
would learn who has reported them."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from service.moderation.reports import Numbered, Offence, Subject
from service.people.credentials import Credentials
from service.runtime.clock import moment


class ShownReport(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    at: datetime
    player: str  # whom it is about
    name: str  # of that player, at that time
    current_name: str | None
    reporter: str | None  # null if they have left
    reporter_name: str | None
    about: Subject
    reason: Offence
    text: str
    game: str | None
    closed: datetime | None  # null while it is open
    closed_by: str | None
    answer: str | None  # what the moderator who closed it wrote
    said: str | None  # the message, if it is about one


async def shown_reports(credentials: Credentials, reader: str, reports: Iterable[Numbered]) -> list[ShownReport]:
    listed = [numbered for numbered in reports if numbered.report.player != reader]
    people = (player for _, report in listed for player in (report.player, report.reporter) if player)
    names = await credentials.names(people)
    return [_shown(numbered, names) for numbered in listed]


def _shown(numbered: Numbered, names: dict[str, str]) -> ShownReport:
    number, report = numbered
    return ShownReport(
        number=number,
        at=moment(report.at),
        player=report.player,
        name=report.name,
        current_name=names.get(report.player),
        reporter=report.reporter or None,
        reporter_name=names.get(report.reporter),
        about=report.about,
        reason=report.reason,
        text=report.text,
        game=report.game or None,
        closed=moment(report.closed) if report.closed else None,
        closed_by=report.closed_by or None,
        answer=report.answer or None,
        said=report.said or None,
    )
