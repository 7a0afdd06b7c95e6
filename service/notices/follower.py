"""Works out notices from the feeds, and stores each once.

A worker that was killed gets some entries again, and works out the same notices, which are stored already. The
people whom they are for are then looked at again, because the worker may have died before that.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

import msgspec

from domain.errors import DamagedLog
from domain.events import DominoDrafted, SeatTimedOut
from projections.notices import ABOUT_TURNS, Kind, game_notices
from service.games.live_games import LiveGames
from service.games.seating import TABLE_LOGS, Seating
from service.games.tables import Tables, UnknownGame
from service.lists.expiry import OPEN_FOR
from service.moderation.act_log import ACT_LOGS
from service.moderation.acts import Banned, Excluded, Muted, Removed, Renamed, Restored, Warned
from service.notices.notice_log import NoticeLogs
from service.notices.records import Noticed
from service.notices.table_notices import concerns_questions, concerns_time, starter, table_notices
from service.notices.tournament_notices import concerns_people, tournament_notices
from service.plans.records import PLAN_LOGS, PlanEnded, Why
from service.store.errors import contained
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry, id_order
from service.store.followers.cursors import NOTICES, Cursors
from service.store.followers.inbox import Inbox
from service.store.log_names import (
    acts_log,
    attempts_log,
    is_game,
    is_seating,
    plan_log,
    seats_log,
    table_of,
    talk_log,
    tournament_log,
)
from service.talk.records import TALK_LOGS, Said
from service.talk.talk import Talk
from service.tournaments.records import TOURNAMENT_LOGS

_SERIOUS: Final = (Warned, Muted, Renamed, Excluded, Banned, Removed, Restored)  # acts that people are informed of
_ABOUT_PLANS: Final[dict[Why, Kind]] = {
    "done": "plan_moved",
    "asked": "plan_stopped",
    "taken": "plan_stopped",
    "undone": "plan_stopped",
}
_LANES: Final = 16  # games considered at a time: nearly all of it is waiting until something is on disk
_READ_AGAIN: Final = 120_000  # milliseconds: more than what comes again after a fail-over

log = logging.getLogger(__name__)


def _asked_before(table: Seating, first: int) -> list[str]:
    """Who was asked for something at the event before: the game has gone on."""
    ended = [question.voters or () for question in table.questions.standing if question.seq == first - 1]
    players = dict.fromkeys(table.players[seat] for voters in ended for seat in voters)
    return [player for player in players if player is not None]


async def begin_notices(store: EventStore) -> None:
    """In a store that never had notices, begin with what happens from now on. Raises Unavailable."""
    cursors = Cursors(store, NOTICES)
    if not await cursors.load():
        await cursors.save(await store.feeds.ends())


async def _ignore(*_: object) -> None:
    pass


class NoticesFollower:
    """`on_news` is called with people for whom there may be something new, or something settled; `on_attempt` with
    each person who has tried a puzzle, `on_move` with each person who has moved and when."""

    def __init__(
        self,
        store: EventStore,
        live: LiveGames,
        tables: Tables,
        notices: NoticeLogs,
        on_news: Callable[..., Awaitable[None]],
        on_attempt: Callable[[str], Awaitable[None]] = _ignore,
        on_move: Callable[[str, int], Awaitable[None]] = _ignore,
        *,
        talk: Talk | None = None,
    ) -> None:
        self.inbox = Inbox(Cursors(store, NOTICES), lanes=_LANES)
        self._store = store
        self._live = live
        self._tables = tables
        self._notices = notices
        self._on_news = on_news
        self._on_attempt = on_attempt
        self._on_move = on_move
        self._talk = talk

    async def follow(self) -> None:
        """Runs until cancelled; raises Unavailable."""
        await self.inbox.each(self.consider)

    async def consider(self, entry: FeedEntry) -> None:
        if id_order(entry.id)[0] < id_order(self.inbox.position(entry.bucket))[0] - _READ_AGAIN:
            return  # it comes again because another follower began from the start
        with contained(log, "nobody is informed of what happens in %s", entry.game):
            try:
                await self._consider(entry)
            except (DamagedLog, UnknownGame, msgspec.DecodeError) as error:
                log.error("nobody is informed of what happens in %s: %r", entry.game, error)

    async def _consider(self, entry: FeedEntry) -> None:
        if is_game(entry.game):
            await self._consider_game(entry)
        elif is_seating(entry.game):
            await self._consider_table(entry)
        elif entry.game == acts_log():
            await self._consider_acts(entry)
        elif (ids := tournament_log.ids(entry.game)) is not None:
            await self._consider_tournament(entry, *ids)
        else:
            await self._consider_person(entry)

    async def _consider_person(self, entry: FeedEntry) -> None:
        """The logs that hold what one person did."""
        if (ids := attempts_log.ids(entry.game)) is not None:
            await self._on_attempt(ids[1])
        elif (ids := talk_log.ids(entry.game)) is not None:
            await self._consider_talk(entry, *ids)
        elif (ids := plan_log.ids(entry.game)) is not None:
            await self._consider_plan(entry, *ids)

    async def _consider_game(self, entry: FeedEntry) -> None:
        view = (await self._live.live(entry.game, entry.last)).view
        table = await self._tables.seating(entry.game)
        if view.seq < entry.last or table.opened.is_record:  # the log was set back
            return
        steps, is_newest = view.timed, view.seq == entry.last
        before = steps[entry.first - 2][1] if entry.first > 1 else None
        events = [stamped.event for stamped in view.stamped[entry.first - 1 : entry.last]]
        began = await self._starter(entry.game) if before is None else None
        # A follower that has lost its place gets whole logs (service/store/followers/lost_places.py).
        is_whole = before is None and not table.opened.forked_from and any(isinstance(e, DominoDrafted) for e in events)
        noticed: list[tuple[str, Noticed]] = []
        for notice in game_notices(before, events, steps[entry.last - 1][1], entry.last, began):
            player = table.players[notice.seat]
            if player is None or notice.seat in table.departed or (notice.kind in ABOUT_TURNS and not is_newest):
                continue  # a later entry says whose turn it is now
            if notice.kind == "started" and (is_whole or table.contest is not None):
                continue  # of a game in a tournament they hear by its table
            at = steps[notice.number - 1][0]
            noticed.append((player, Noticed(at, notice.kind, entry.game, notice.number, notice.by)))
        settled = _asked_before(table, entry.first)  # they need not answer any more
        mover = before.seat if before is not None else None
        if mover is not None and (player := table.players[mover]) and mover not in table.departed:
            if not isinstance(events[0], SeatTimedOut):
                await self._on_move(player, steps[entry.first - 1][0])
            if before is None or steps[entry.last - 1][1].chief != before.chief:
                settled.append(player)  # what waits for their move is settled
        await self._inform(noticed, settled)

    async def _starter(self, game: str) -> int | None:
        entries = await self._store.read(seats_log(game))
        return starter([TABLE_LOGS.decode(entry.data) for entry in entries], await self._tables.seating(game))

    async def _consider_table(self, entry: FeedEntry) -> None:
        game, at = table_of(entry.game), id_order(entry.id)[0]
        entries = await self._store.read(entry.game, 0, entry.last)
        events = [TABLE_LOGS.decode(stored.data) for stored in entries]
        table = await self._tables.seating(game)
        has_expired = at - table.opened.at >= OPEN_FOR
        about_time = any(map(concerns_time, events[entry.first - 1 :]))
        positions = [position for _, position in (await self._live.live(game)).view.timed] if about_time else []
        noticed: list[tuple[str, Noticed]] = []
        for notice in table_notices(events, entry.first, positions, has_expired=has_expired):
            if table.seat_of(notice.player) not in table.departed:
                when = at if notice.at is None else notice.at
                noticed.append((notice.player, Noticed(when, notice.kind, game, notice.number, notice.by)))
        is_answer = any(map(concerns_questions, events[entry.first - 1 :]))
        await self._inform(noticed, table.company if is_answer else ())

    async def _consider_acts(self, entry: FeedEntry) -> None:
        for stored in await self._store.read(acts_log(), entry.first - 1, entry.last):
            act = ACT_LOGS.decode(stored.data)
            if isinstance(act.act, _SERIOUS):
                await self._inform([(act.about, Noticed(act.at, "moderation", number=stored.seq))])

    async def _consider_tournament(self, entry: FeedEntry, tournament: str) -> None:
        new = await self._store.read(entry.game, entry.first - 1, entry.last)
        if not any(concerns_people(TOURNAMENT_LOGS.decode(stored.data)) for stored in new):
            return
        before = await self._store.read(entry.game, 0, entry.first - 1)
        events = [TOURNAMENT_LOGS.decode(stored.data) for stored in (*before, *new)]
        await self._inform(
            [
                (player, Noticed(at, kind, number=number, tournament=tournament))
                for kind, player, number, at in tournament_notices(events, entry.first)
            ]
        )

    async def _consider_talk(self, entry: FeedEntry, game: str, speaker: str) -> None:
        if self._talk is None:
            return
        table = await self._tables.seating(game)
        seat = table.seat_of(speaker)
        for stored in await self._store.read(entry.game, entry.first - 1, entry.last):
            record = TALK_LOGS.decode(stored.data)
            heard = await self._talk.listeners(table, speaker, record) if isinstance(record, Said) else []
            number = stored.seq * len(table.players) + (seat or 0)
            for player, is_mentioned in heard:
                kind: Kind = "mention" if is_mentioned else "message"
                notice = Noticed(record.at, kind, game, number, seat)
                if not await self._is_known(player, notice, self._talk):
                    await self._inform([(player, notice)])
        if seat is not None:
            await self._on_news(speaker)  # a reader or writer has read what was there

    async def _is_known(self, player: str, notice: Noticed, talk: Talk) -> bool:
        """Whether the player has read this, or has not read yet what the same person said there before. Another notice
        would tell them nothing, and hundreds would push what they wait for out of those that are looked at."""
        read = await talk.read_until(notice.game, player)
        if notice.at <= read:
            return True
        of = notice.kind, notice.game, notice.by
        return any(
            (item.notice.kind, item.notice.game, item.notice.by) == of
            and read < item.notice.at < notice.at
            and not item.is_read
            for item in (await self._notices.read(player)).items.values()
        )

    async def _consider_plan(self, entry: FeedEntry, game: str, player: str) -> None:
        for stored in await self._store.read(entry.game, entry.first - 1, entry.last):
            record = PLAN_LOGS.decode(stored.data)
            if isinstance(record, PlanEnded) and (kind := _ABOUT_PLANS.get(record.why)) is not None:
                await self._inform([(player, Noticed(record.at, kind, game, record.seq))])

    async def _inform(self, noticed: Sequence[tuple[str, Noticed]], settled: Iterable[str] = ()) -> None:
        """Store the notices, then look at those whom they are for, and at those for whom something is settled."""
        if len(noticed) == 1:
            await self._notices.add(*noticed[0])
        else:
            await asyncio.gather(*(self._notices.add(player, notice) for player, notice in noticed))
        if players := dict.fromkeys((*(player for player, _ in noticed), *settled)):
            await self._on_news(*players)
