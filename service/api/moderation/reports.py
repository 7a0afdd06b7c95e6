"""Reports by people, for moderators to look at and to close."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK

from service.http.caller import moderator, once
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, body, operation_with, refusal, refusals
from service.http.paging import page_start
from service.http.refusals import MODERATORS_ONLY
from service.http.request import StrictRequest
from service.http.shown_acts import Explanation
from service.moderation.closing import close_report
from service.moderation.reports import NO_SUCH_REPORT, PAGE, REPORT_CLOSED, Numbered
from service.moderation.shown_reports import ShownReport, shown_reports

CLOSING: Final = body(closing={"reason": "Looked at the games: they were played fairly."})
UNKNOWN: Final = refusal(404, "No such report", NO_SUCH_REPORT.text)
CLOSED: Final = refusal(409, "It was closed already", REPORT_CLOSED.text)


class ReportsPage(msgspec.Struct, frozen=True, omit_defaults=True):
    total: int
    reports: list[ShownReport]
    next: int | None = None  # the `start` of the next page, if there is one


class ModeratedReportsController(Controller):
    path = "/api/moderation/reports"
    tags = ("moderation",)
    security = TOKEN

    @get(
        "/",
        summary="Open reports, the oldest first; or closed ones, those closed last first",
        responses={403: MODERATORS_ONLY, **refusals(400, 401)},
    )
    async def listed(
        self, request: StrictRequest, closed: FromQuery[bool] = False, start: FromQuery[int] = 0
    ) -> ReportsPage:
        """None about yourself: other moderators see those."""
        reader, services, begin = (await moderator(request)).player, request.services, page_start(start)
        reports = await services.reports.page(is_open=not closed, start=begin)
        total, end = await services.reports.size(is_open=not closed), begin + PAGE
        hidden = sum(bool(report.closed) == closed for _, report in await services.reports.about(reader))
        shown = await shown_reports(services.people.credentials, reader, reports)
        return ReportsPage(max(total - hidden, len(shown)), shown, end if end < total else None)

    @post(
        "/{number:int}/close",
        status_code=HTTP_200_OK,
        summary="Close a report: what was decided goes into the log",
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={403: MODERATORS_ONLY, 404: UNKNOWN, 409: CLOSED, **refusals(400, 401, 413, 422)},
    )
    async def close(
        self, request: StrictRequest, number: FromPath[int], data: Annotated[Explanation, CLOSING]
    ) -> ShownReport:
        """Nothing happens to the person by this, and neither they nor the reporter are notified."""
        person, services = await moderator(request), request.services
        report = await close_report(
            services.reports, services.moderation, person.player, number, data.reason, once(request, person, data)
        )
        (shown,) = await shown_reports(services.people.credentials, person.player, [Numbered(number, report)])
        return shown
