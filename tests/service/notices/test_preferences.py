"""Changes of preferences that are made in the same moment, on several pages or devices: none is lost."""

import asyncio

import msgspec

from service.assembly import assemble
from service.notices.preferences import Preferences
from tests.support.notice_worlds import NoticeWorld


async def test_of_changes_in_the_same_moment_none_is_lost(world: NoticeWorld) -> None:
    processes = [assemble(world.store, world.clock).notices for _ in range(2)]
    games = [f"game{number}" for number in range(8)]

    def with_zone(before: Preferences) -> Preferences:
        return msgspec.structs.replace(before, zone="Europe/Berlin")

    await asyncio.gather(
        *(processes[number % 2].mute("oona", game, is_muted=True) for number, game in enumerate(games)),
        processes[0].prefer("oona", with_zone),
        processes[1].prefer("oona", lambda before: msgspec.structs.replace(before, choices={"turn": {"mail": "off"}})),
    )
    after = await world.services.notices.preferences.of("oona")
    assert sorted(after.muted) == games
    assert (after.zone, after.choices) == ("Europe/Berlin", {"turn": {"mail": "off"}})
    assert after.changed == world.clock()
