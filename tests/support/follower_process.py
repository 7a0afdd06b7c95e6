"""A process that follows the feeds as a worker does, with notices or without them, until it is killed."""

import asyncio
import sys

from service.assembly import assemble
from service.lists.follower import ListsFollower
from service.lists.index import ListIndex
from service.notices.follower import NoticesFollower, begin_notices
from service.runtime.clock import wall_clock
from service.runtime.settings import Outside
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL
from service.time_off.at_tables import TimeOffFollower
from service.worker.bot_turns import BotTurnFollower
from service.worker.deadlines import Sweeper


async def _nothing(*_: object) -> None:
    pass


async def work(url: str, *, with_notices: bool) -> None:
    store, clock = EventStore(url, patience=60), wall_clock
    services = assemble(store, clock, outside=Outside("https://firstfire.example", has_mail=True))
    await begin_notices(store)
    live, tables = services.live, services.tables
    bots = BotTurnFollower(store, live, tables, on_bot_turn=_nothing, on_finished=_nothing)
    sweeper = Sweeper(store, tables, services.commands, services.outages, clock, feeds=ALL)
    settle = services.vacancies.settle, services.ratings.settle
    lists = ListsFollower(store, live, await ListIndex(store).generation(), *settle)
    time_off = TimeOffFollower(store, services.time_off)
    notices = NoticesFollower(
        store,
        live,
        tables,
        services.notices.logs,
        services.dispatcher.on_news,
        services.daily.on_attempt,
        services.notices.presence.saw,
        talk=services.talk,
    )
    followers: list[BotTurnFollower | Sweeper | TimeOffFollower | NoticesFollower] = [bots, sweeper, time_off]
    if with_notices:
        followers.append(notices)
    inboxes = [lists.inbox, *(follower.inbox for follower in followers)]
    following = [services.feeds.run(ALL, inboxes), lists.run(), *(follower.follow() for follower in followers)]
    print("ready", flush=True)
    await asyncio.gather(*following, *([services.dispatcher.run()] if with_notices else []))


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], with_notices=sys.argv[2] == "on"))
