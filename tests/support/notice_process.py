"""A process that does what a worker does about notices, from the feeds to the last mail, until it is killed.

Its leases are short: what a killed one held is taken over after three seconds.
"""

import asyncio
import sys
from typing import Final

from service.assembly import assemble
from service.delivery.carriers import carriers
from service.delivery.outbox import Outbox
from service.delivery.sender import Sender
from service.lists.index import ListIndex
from service.notices.due import DuePeople
from service.notices.follower import NoticesFollower
from service.notices.mails.given_up import GivenUp
from service.notices.reach import targets_by_way
from service.notices.sending.dispatcher import Dispatcher
from service.notices.sending.packing import Packing
from service.runtime.clock import wall_clock
from service.runtime.metrics import Metrics
from service.runtime.settings import Settings, outside
from service.store.event_store import EventStore
from service.store.feeds.entries import ALL
from tests.support.servers import LONGEST_WAIT

LEASE: Final = 3_000  # milliseconds
PATIENCE: Final = 2.5  # seconds


def process_settings(url: str, smtp_port: int) -> Settings:
    return Settings(redis_url=url, smtp_url=f"smtp+insecure://127.0.0.1:{smtp_port}", private_targets=True)


async def work(settings: Settings) -> None:
    assert settings.redis_url is not None
    store, clock = EventStore(settings.redis_url, patience=LONGEST_WAIT), wall_clock
    services = assemble(store, clock, outside=outside(settings))
    outbox = Outbox(store, clock, lease=LEASE)
    targets = targets_by_way(services.mail, services.devices, services.hooks)
    notices = services.notices
    packing = Packing(
        notices.writer,
        ListIndex(store),
        services.mail.addresses,
        services.hooks,
        services.mail_endings,
        clock,
        services.outside.url,
    )
    due = DuePeople(store, clock, lease=LEASE)
    days, bells = services.puzzle_days, services.bells
    dispatcher = Dispatcher(notices, due, services.live, outbox, packing, targets, days, bells, clock)
    follower = NoticesFollower(store, services.live, services.tables, notices.logs, dispatcher.on_news)
    finish, held = services.enclosures.finished, notices.held_until
    by_way = carriers(settings, services.devices, services.hooks, services.push_key, finish, held, clock)
    given_up = GivenUp(notices.logs, targets, dispatcher.on_news, clock)
    sender = Sender(outbox, by_way, clock, Metrics(), given_up.inform, patience=PATIENCE)
    print("ready", flush=True)
    await asyncio.gather(
        services.feeds.run(list(ALL), [follower.inbox]),
        follower.follow(),
        dispatcher.run(),
        dispatcher.sweep(),
        sender.run(),
    )


if __name__ == "__main__":
    asyncio.run(work(process_settings(sys.argv[1], int(sys.argv[2]))))
