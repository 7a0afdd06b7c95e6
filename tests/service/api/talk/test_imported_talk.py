"""After an import there are only the logs of talk: who has talked where is noted again from them."""

import httpx

from service.assembly import assemble
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from service.store.log_names import talk_log
from service.store.structures.sets import StoredSet
from tests.service.api.talk.test_table_talk import say, table_of_accounts, texts
from tests.support.api_persons import leave
from tests.support.api_play import KINGDOMINO, fine, started


async def test_talk_that_was_imported_is_shown_and_erased(client: httpx.AsyncClient, log: EventStore) -> None:
    game, [guest, other] = await started(client, KINGDOMINO)
    watched, _ = await table_of_accounts(client)
    fine(await say(client, game, guest, phrase="hello"))
    fine(await say(client, watched, guest, phrase="oops", channel="spectators"))
    shown = await texts(client, watched, None)
    for notes in (f"talked:{guest.player}", f"talkers:{watched}"):
        await StoredSet(log, notes, durable=True).delete()
    assert await texts(client, watched, None) == []
    await assemble(log, wall_clock).talk.relist()
    assert await texts(client, watched, None) == shown != []
    assert await texts(client, game, other) != []
    fine(await leave(client, guest.headers))
    for place in (game, watched):
        assert await log.version(talk_log(place, guest.player)) == 0
