"""Closes reports: what was decided is in the log of acts before the report is closed."""

from service.moderation.acts import ReportClosed
from service.moderation.moderators import Moderation
from service.moderation.reports import REPORT_CLOSED, Report, Reports
from service.runtime.refusal import Refused
from service.runtime.repeats import Once


async def close_report(
    reports: Reports, moderation: Moderation, by: str, number: int, reason: str, once: Once | None = None
) -> Report:
    """The closed report. Nothing happens to the person by this. Raises Refused."""
    report = await reports.get(number)
    if report.closed:
        if report.closed_by == by and report.answer == " ".join(reason.split()):
            return report  # a repetition: the first answer may have been lost
        raise Refused(REPORT_CLOSED, "conflict")
    act = await moderation.close(by, report.player, ReportClosed(number), reason, once)
    return await reports.close(number, by, act.entry.reason)
