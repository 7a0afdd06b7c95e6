"""Looks at people for whom there is something new, and hands over to the outbox what is to be sent to them now.

A look may be repeated: parcels have ids made of the notice, and the outbox takes each id once. So a worker that dies
between handing over and noting it does no harm.
"""

import asyncio
from collections.abc import Mapping
from time import perf_counter
from typing import Final, TypeAlias

from projections.notices import ABOUT_DAYS, ABOUT_TALK, PASSING, QUESTIONS, Way
from service.delivery.outbox import Outbox
from service.games.live_games import LiveGames
from service.notices.daily.puzzle_days import PuzzleDays
from service.notices.due import DuePeople, attempt
from service.notices.own_notices import OwnNotices
from service.notices.reach import TargetsOf
from service.notices.records import Closed, Digested, Item, Mark, Noticed, Notices, Sent
from service.notices.schedule import may_be_sent, plan, to_close
from service.notices.sending.packing import Packing
from service.notices.table_notices import waits_for_answer
from service.runtime.clock import Clock
from service.runtime.shutdown import cancel_all
from service.store.bells import NOTICE, Bells

_LOOK_EVERY: Final = 0.5  # seconds
_AT_ONCE: Final = 1  # person whose time has come: more at once keep moves waiting at the store
_LOOKS: Final = 32  # at a time, at people with news: most of a look is waiting for the store
Targets: TypeAlias = Mapping[Way, Mapping[str, int]]  # by way: each target of a person, and since when there is it


class Dispatcher:
    def __init__(
        self,
        notices: OwnNotices,
        due: DuePeople,
        live: LiveGames,
        outbox: Outbox,
        packing: Packing,
        targets: Mapping[Way, TargetsOf],
        days: PuzzleDays,
        bells: Bells,
        clock: Clock,
    ) -> None:
        self._notices = notices
        self._due = due
        self._live = live
        self._outbox = outbox
        self._packing = packing
        self._targets = targets
        self._days = days
        self._bells = bells
        self._clock = clock
        self._news: asyncio.Queue[tuple[str, Targets]] = asyncio.Queue()

    async def on_news(self, *players: str) -> None:
        """There is something new for these people, or something is settled. Raises Unavailable."""
        ringing = self._bells.ring(NOTICE, players[0], players)
        _, reachable = await asyncio.gather(ringing, asyncio.gather(*map(self._reachable, players)))
        for player, targets in zip(players, reachable, strict=True):
            if any(targets.values()):
                await self._due.add(player)
                self._news.put_nowait((player, targets))

    async def run(self) -> None:
        """Runs until cancelled: looks at those for whom this worker has news, at once. Raises Unavailable."""
        looking = [asyncio.create_task(self._look_at_news()) for _ in range(_LOOKS)]
        try:
            await asyncio.gather(*looking)
        finally:
            await cancel_all(looking)

    async def _look_at_news(self) -> None:
        while True:
            player, targets = await self._news.get()
            await attempt(player, self.look(player, targets))

    async def sweep(self) -> None:
        """Runs until cancelled: looks at everybody whose time has come. Raises Unavailable."""
        while True:
            await self.catch_up()
            await asyncio.sleep(_LOOK_EVERY)

    async def catch_up(self) -> None:
        """Looks at everybody whose time has come, a few at a time.

        It rests as long as it works: thousands of digests are due in the same minute, and need the same store and the
        same processors as moves, for which somebody waits.
        """
        begin = perf_counter()
        while await self.look_at_due():
            await asyncio.sleep(perf_counter() - begin)
            begin = perf_counter()

    async def look_at_due(self) -> int:
        """Looks at some people whose time has come, and returns how many there were."""
        return await self._due.look_at_some(_AT_ONCE, self.look)

    async def look(self, player: str, targets: Targets | None = None) -> None:
        """Hands over what is to be sent to this person now, and notes when to look again. Raises Unavailable."""
        lease = await self._due.begin(player)
        if targets is None:
            targets = await self._reachable(player)
        notices, preferences, seen = await asyncio.gather(
            self._notices.logs.read(player),
            self._notices.preferences.of(player),
            self._notices.presence.last(player),
        )
        reachable = {way: min(since.values()) for way, since in targets.items() if since}
        open_items = [item for item in notices.items.values() if may_be_sent(item, preferences, reachable)]
        settled = await self._settled(player, open_items)

        def is_settled(item: Item) -> bool:
            return item.mark in settled

        for item in to_close(notices, preferences, is_settled):
            await self._close(player, item, targets.get("push", {}))
        planned = plan(notices, preferences, reachable, seen, self._clock(), is_settled)
        for item, way in planned.now:
            for target in targets[way]:
                await self._outbox.put(await self._packing.parcel(player, item, way, target, preferences))
            await self._notices.logs.note(player, Sent(self._clock(), item.mark, way), f"sent:{item.mark}:{way}")
        if planned.digest is not None:
            await self._digest(player, planned.digest, planned.digested, notices, targets["mail"])
        await self._due.settle(player, lease, planned.look_at)

    async def _reachable(self, player: str) -> Targets:
        targets_by_way = await asyncio.gather(*(targets(player) for targets in self._targets.values()))
        return dict(zip(self._targets, targets_by_way, strict=True))

    async def _settled(self, player: str, items: list[Item]) -> set[Mark]:
        """Those about a turn or a day that has passed, or a question that is answered."""
        passing = [item for item in items if item.notice.kind in PASSING]
        are_settled = await asyncio.gather(*(self._has_passed(player, item.notice) for item in passing))
        return {item.mark for item, is_settled in zip(passing, are_settled, strict=True) if is_settled}

    async def _has_passed(self, player: str, notice: Noticed) -> bool:
        if notice.kind in ABOUT_DAYS:
            return await self._days.has_passed(player, notice)
        if notice.kind in QUESTIONS:
            return not await self._waits_for_answer(player, notice)
        if notice.kind in ABOUT_TALK:
            return await self._notices.writer.has_read_talk(player, notice)
        view = (await self._live.live(notice.game, notice.number)).view
        if view.seq < notice.number:
            return True  # the game was removed, or its log was set back
        now, then = view.timed[-1][1], view.timed[notice.number - 1][1]
        return now.chief is None or now.chief != then.chief or now.players[now.chief.seat].bot is not None

    async def _waits_for_answer(self, player: str, notice: Noticed) -> bool:
        game = notice.game
        table = (await self._notices.writer.tables([game])).get(game)
        if table is None:
            return False
        state, seat = (await self._live.live(game)).view.newest, table.seat_of(player)
        if not waits_for_answer(table, player, notice.kind, state.version, self._clock()):
            return False
        position = state.position
        return position.step != "over" and seat is not None and position.players[seat].bot is None

    async def _close(self, player: str, item: Item, devices: Mapping[str, int]) -> None:
        await self._outbox.withdraw(player, tag=item.notice.tag)
        for device in devices if "push" in item.ways else ():
            await self._outbox.put(await self._packing.closing(player, item, device))
        await self._notices.logs.note(player, Closed(self._clock(), item.mark), f"closed:{item.mark}")

    async def _digest(
        self, player: str, day: int, items: list[Item], notices: Notices, addresses: Mapping[str, int]
    ) -> None:
        preferences = await self._notices.preferences.of(player)
        for target in addresses:
            parcel = await self._packing.digest(player, day, items, target, preferences)
            if parcel is not None:
                await self._outbox.put(parcel)
        upto = max(notices.items, default=Mark(0, 0))
        await self._notices.logs.note(player, Digested(self._clock(), day, upto), f"digest:{day}")
