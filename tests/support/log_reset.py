"""A log that is set back, as by a fail-over without replicas or from a backup."""

from service.store.event_store import EventStore
from service.store.keys import game_keys


class Copy:
    """A game's log as it is now, to be put back later."""

    def __init__(self, store: EventStore, game: str, kept: dict[str, bytes]) -> None:
        self._store = store
        self._game = game
        self._kept = kept

    async def restore(self) -> None:
        stream, commands, _ = game_keys(self._game)
        await self._store.servers.call(stream, "DEL", stream, commands)
        for key, data in self._kept.items():
            await self._store.servers.call(key, "RESTORE", key, 0, data)


async def copy_of_log(store: EventStore, game: str) -> Copy:
    stream, commands, _ = game_keys(game)
    dumps = {key: await store.servers.call(key, "DUMP", key) for key in (stream, commands)}
    return Copy(store, game, {key: data for key, data in dumps.items() if data is not None})
