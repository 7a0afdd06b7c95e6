"""Reports by people about a game, a message or a name, for moderators to look at.

A person reports each thing once, and has few open reports at a time. A report that was closed is removed after half a
year, one that nobody looked at after a year. When the reporter leaves, their reports stay without a reporter; when the
reported person leaves, the reports about them are removed.
"""

import asyncio
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.errors import Reason
from service.people.client_network import is_this_machine, shares
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.scripts import Script
from service.store.structures.sorted_sets import SortedSet
from service.store.structures.values import Counter

Subject: TypeAlias = Literal["game", "name", "message"]
Offence: TypeAlias = Literal["cheating", "abuse", "name", "stalling", "other"]

REPORTING_YOURSELF: Final = Reason("reporting_yourself", "", "This is you: one can only report somebody else.")
REPORT_TOO_LONG: Final = Reason("report_too_long", "", "A report has at most {longest} characters: shorten it.")
REPORT_SAYS_NOTHING: Final = Reason("report_says_nothing", "", "Write in a few words what happened.")
REPORTED_ALREADY: Final = Reason(
    "reported_already", "", "You have reported this already: a moderator looks at every report."
)
TOO_MANY_REPORTS: Final = Reason(
    "too_many_reports",
    "",
    "You have {most} open reports, and no more are allowed: wait until a moderator has looked at one of them.",
)
NETWORK_REPORTS: Final = Reason(
    "network_reports",
    "",
    "{most} reports came from your network today, and no more are allowed: go on in {hours} hours.",
)
NO_SUCH_REPORT: Final = Reason("no_such_report", "", "There is no such report, or it was removed.")
REPORT_CLOSED: Final = Reason("report_closed", "", "This report was closed already: look at the list again.")

LONGEST: Final = 500
MOST_OPEN: Final = 10
MOST_OPEN_OF_GUESTS: Final = 3
MOST_OF_NETWORK: Final = 40  # in a day
PAGE: Final = 50
_DAY: Final = 24 * 60 * 60 * 1000
CLOSED_FOR: Final = 180 * _DAY
OPEN_FOR: Final = 365 * _DAY
_AT_ONCE: Final = 100
_CHECK_EVERY: Final = 3600.0  # seconds
_BEGIN: Final = "{reports}"  # of all keys: they are in one slot
_FILE: Final = Script("service.moderation", "file_report.lua")
_REPLACE: Final = Script("service.moderation", "replace_report.lua")
_REMOVE: Final = Script("service.moderation", "remove_report.lua")


class Complaint(NamedTuple):
    """What a person reports."""

    player: str  # whom it is about
    name: str  # of that player
    about: Subject
    reason: Offence
    text: str
    game: str = ""
    message: str = ""  # its id, if it is about one that somebody said at a table
    said: str = ""  # what that message says


class Report(msgspec.Struct, frozen=True):
    at: int  # milliseconds
    reporter: str  # empty if they have left
    player: str  # whom it is about
    name: str  # of that player, at that time
    about: Subject
    reason: Offence
    text: str
    game: str = ""
    closed: int = 0  # when; 0 while it is open
    closed_by: str = ""
    answer: str = ""  # what the moderator who closed it wrote
    message: str = ""  # the id of what somebody said at a table
    said: str = ""  # what that was

    @property
    def thing(self) -> str:
        return f"{self.about}:{self.player}:{self.game}" + (f":{self.message}" if self.message else "")


class Numbered(NamedTuple):
    number: int
    report: Report


_REPORTS: Final = msgspec.msgpack.Decoder(Report)


class Reports:
    def __init__(self, store: EventStore, clock: Clock, *, most_of_network: int = MOST_OF_NETWORK) -> None:
        self._most_of_network = most_of_network
        self._store = store
        self._clock = clock
        self._all = Hash(store, f"{_BEGIN}:all", durable=True)
        self._open = SortedSet(store, f"{_BEGIN}:open")
        self._closed = SortedSet(store, f"{_BEGIN}:closed")

    async def file(self, person: Person, address: str, complaint: Complaint) -> int:
        """The number of the new report. Raises Refused."""
        report = Report(self._clock(), person.player, **complaint._asdict())
        _check(report)
        most = MOST_OPEN if person.has_account else MOST_OPEN_OF_GUESTS
        await self._count(address)
        packed = msgspec.msgpack.encode(report)
        args = (report.reporter, report.thing, report.player, report.at, most, packed)
        number: int = await _FILE.run(self._store, _BEGIN, *args, durable=True)
        if number == 0:
            raise Refused(TOO_MANY_REPORTS.about(most=most), "conflict")
        if number < 0:
            raise Refused(REPORTED_ALREADY, "conflict")
        return number

    async def page(self, *, is_open: bool = True, start: int = 0, count: int = PAGE) -> list[Numbered]:
        """Open reports, the oldest first; or closed ones, the newest first."""
        listed = self._open if is_open else self._closed
        return await self._read(await listed.members(start, count, highest_first=not is_open))

    async def size(self, *, is_open: bool = True) -> int:
        return await (self._open if is_open else self._closed).size()

    async def about(self, player: str) -> list[Numbered]:
        """The newest reports about a player."""
        return await self._read(await _about(self._store, player).members(0, PAGE, highest_first=True))

    async def by(self, player: str) -> list[Numbered]:
        """All stored reports by a player, in the order of their numbers."""
        numbers = (await _by(self._store, player).all()).values()
        return await self._read([str(number) for number in sorted(map(int, numbers))])

    async def get(self, number: int) -> Report:
        """Raises Refused."""
        stored = await self._all.get(str(number))
        if stored is None:
            raise Refused(NO_SUCH_REPORT, "not_found")
        return _REPORTS.decode(stored)

    async def close(self, number: int, moderator: str, answer: str) -> Report:
        """Raises Refused if it was closed before."""
        before = await self.get(number)
        if before.closed:
            raise Refused(REPORT_CLOSED, "conflict")
        after = msgspec.structs.replace(before, closed=self._clock(), closed_by=moderator, answer=answer)
        if not await self._replace(number, before, after):
            raise Refused(REPORT_CLOSED, "conflict")
        return after

    async def erase(self, player: str) -> None:
        """Of a player who leaves."""
        while own := [numbered for numbered in await self.by(player) if numbered.report.reporter]:
            for number, report in own:  # again if a moderator closes one at the same time
                await self._replace(number, report, msgspec.structs.replace(report, reporter=""))
        await _by(self._store, player).delete()
        while reports := await self.about(player):
            for number, report in reports:
                await self._remove(number, report)
        await _about(self._store, player).delete()

    async def run(self) -> None:
        """Never returns; raises Unavailable."""
        while True:
            if not await self.expire():
                await asyncio.sleep(_CHECK_EVERY)

    async def expire(self) -> int:
        """Remove old reports; returns how many there were."""
        now = self._clock()
        old = [
            *await self._closed.up_to(now - CLOSED_FOR, _AT_ONCE),
            *await self._open.up_to(now - OPEN_FOR, _AT_ONCE),
        ]
        for number, report in await self._read(old):
            await self._remove(number, report)
        return len(old)

    async def _count(self, address: str) -> None:
        """Of a network in a day, so that many guests do not report more than a few people."""
        if is_this_machine(address):
            return
        day, since = divmod(self._clock(), _DAY)
        for network, times in shares(address):
            count, most = Counter(self._store, f"quota:reports:{day}:{network}"), times * self._most_of_network
            if await count.increment(milliseconds=_DAY) > most:
                hours = -(-(_DAY - since) // 3_600_000)
                reason = NETWORK_REPORTS.about(most=most, hours=hours)
                raise Refused(reason, "too_many", retry_after=3600 * hours)

    async def _read(self, numbers: list[str]) -> list[Numbered]:
        if not numbers:
            return []
        stored = zip(numbers, await self._all.get_many(*numbers), strict=True)
        return [Numbered(int(number), _REPORTS.decode(report)) for number, report in stored if report is not None]

    async def _replace(self, number: int, before: Report, after: Report) -> bool:
        packed = [msgspec.msgpack.encode(report) for report in (before, after)]
        closing = str(after.closed) if after.closed and not before.closed else ""
        return bool(await _REPLACE.run(self._store, _BEGIN, number, *packed, closing, durable=True))

    async def _remove(self, number: int, report: Report) -> None:
        args = (number, report.reporter, report.thing, report.player)
        await _REMOVE.run(self._store, _BEGIN, *args, durable=True)


def _check(report: Report) -> None:
    if report.player == report.reporter:
        raise Refused(REPORTING_YOURSELF, "invalid")
    if len(report.text) > LONGEST:
        raise Refused(REPORT_TOO_LONG.about(longest=LONGEST), "invalid")
    if report.reason == "other" and not report.text:
        raise Refused(REPORT_SAYS_NOTHING, "invalid")


def _by(store: EventStore, player: str) -> Hash:
    return Hash(store, f"{_BEGIN}:by:{player}", durable=True)


def _about(store: EventStore, player: str) -> SortedSet:
    return SortedSet(store, f"{_BEGIN}:about:{player}", durable=True)
