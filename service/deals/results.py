"""What has come of the deal of a day, for those who may know: everybody's points, the highest first."""

from datetime import date, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from domain.pieces import Level
from domain.rules import Rules
from service.deals.deals import DEAL_SECRET, Deals
from service.games.starting.day_deals import BOT, KINDS, end_of
from service.people.kinds import PersonKind
from service.privacy.anonymise import ShownLine, ShownLists, ShownSeat
from service.runtime.clock import moment
from service.runtime.refusal import Refused

PAGE: Final = 50
Status: TypeAlias = Literal["open", "running", "over", "cancelled"]


class OwnDeal(msgspec.Struct, frozen=True):
    """Your game of a day."""

    game: str
    status: Status
    total: int | None = None  # once it is over; null as well if it does not count: you left, or finished too late
    rank: int | None = None
    land: str = ""  # your territory in letters


class DayDeal(msgspec.Struct, frozen=True):
    day: date
    rules: Rules
    bot: Level  # plays on all seats but yours
    begins: bool  # whether the game can be begun now
    until: datetime  # then results are final, and everybody may see all games
    played: int  # results so far
    is_open: bool  # whether you may see the results
    own: OwnDeal | None
    commitment: str | None  # the hash of the deal and its salt, as in all games of the day; null before the first


class DealResult(msgspec.Struct, frozen=True):
    rank: int
    game: str
    name: str | None
    player: str | None
    kind: PersonKind | None
    total: int
    land: str  # the territory in letters


class ResultsPage(NamedTuple):
    total: int
    results: list[DealResult]


class DealResults:
    def __init__(self, deals: Deals, lists: ShownLists) -> None:
        self._deals = deals
        self._lists = lists

    async def day(self, day: date, player: str | None) -> DayDeal:
        """Raises Refused for days to come."""
        drawn, days = await self._deals.drawn(day), self._deals.days
        game = None if player is None else await self._deals.game_of(player, day)
        return DayDeal(
            day=day,
            rules=drawn.rules if drawn else KINDS[day.weekday()],
            bot=drawn.bot if drawn else BOT,
            begins=day == days.today(),
            until=moment(end_of(day)),
            played=(await self._lists.page(_name(day), count=1)).total,
            is_open=await self._deals.may_know(player, day),
            own=None if player is None or game is None else await self._own(player, game, day),
            commitment=drawn.commitment if drawn else None,
        )

    async def page(self, day: date, player: str | None, start: int) -> ResultsPage:
        """Raises Refused if the person may not know them yet."""
        await self._deals.drawn(day)
        if not await self._deals.may_know(player, day):
            raise Refused(DEAL_SECRET, "forbidden")
        page = await self._lists.page(_name(day), start=start, count=PAGE)
        ranks = {total: 1 + await self._lists.above(_name(day), total) for total in {*map(_total, page.lines)}}
        return ResultsPage(page.total, [_result(line, ranks[_total(line)]) for line in page.lines])

    async def _own(self, player: str, game: str, day: date) -> OwnDeal:
        lines = await self._lists.own(player, [game])
        if not lines:
            return OwnDeal(game, "running")  # the lists follow in a moment
        [line] = lines
        seat = _person(line)
        if line.status != "over" or line.of_day is None or seat.has_left:
            return OwnDeal(game, line.status, land=seat.land)
        total = _total(line)
        return OwnDeal(game, "over", total, 1 + await self._lists.above(_name(day), total), seat.land)


def _name(day: date) -> str:
    """Of the list of results, in which lines are ordered by their points."""
    return f"deal:{day.isoformat()}"


def _person(line: ShownLine) -> ShownSeat:
    return line.seats[0]


def _total(line: ShownLine) -> int:
    return _person(line).total or 0


def _result(line: ShownLine, rank: int) -> DealResult:
    seat = _person(line)
    return DealResult(rank, line.game, seat.name, seat.player, seat.kind, _total(line), seat.land)
