"""What a person notes about their games, for nobody else to see: a label and a star."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.errors import Reason
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash

MOST: Final = 500  # games
LONGEST: Final = 60  # characters of a label

BAD_LABEL: Final = Reason("bad_game_label", "", "A label has at most {longest} letters, digits and signs.")
TOO_MANY_MARKED: Final = Reason(
    "too_many_marked", "", "You have labelled or starred {most} games: remove the label or star of another one first."
)


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """Stored without the names of its fields: a new one goes to the end and has a default."""

    label: str = ""
    is_starred: bool = False


UNMARKED: Final = Mark()
_DECODER: Final = msgspec.msgpack.Decoder(Mark)


class Marks:
    """Those of games that are over stay. Each person has one hash, which goes when they leave."""

    def __init__(self, store: EventStore, *, most: int = MOST) -> None:
        self.most = most
        self._store = store

    async def of(self, player: str, games: Sequence[str]) -> list[Mark]:
        """Of each of these games."""
        stored = await self._hash(player).get_many(*games) if games else []
        return [UNMARKED if mark is None else _DECODER.decode(mark) for mark in stored]

    async def all(self, player: str) -> dict[str, Mark]:
        return {game: _DECODER.decode(mark) for game, mark in (await self._hash(player).all()).items()}

    async def put(self, player: str, game: str, mark: Mark) -> Mark:
        """The mark as it is stored; raises Refused."""
        label = " ".join(mark.label.split())
        if len(label) > LONGEST or not label.isprintable():
            raise Refused(BAD_LABEL.about(longest=LONGEST), "invalid")
        tidy = Mark(label, mark.is_starred)
        if tidy == UNMARKED:
            await self._hash(player).remove(game)
        elif not await self._hash(player).set_within(self.most, game, msgspec.msgpack.encode(tidy)):
            raise Refused(TOO_MANY_MARKED.about(most=self.most), "conflict")
        return tidy

    async def hand_over(self, guest: str, to: str) -> None:
        """A guest's marks go over to an account, as far as it has room and none of its own there. May be repeated."""
        own = await self._hash(to).all()
        for game, mark in (await self._hash(guest).all()).items():
            if game in own or await self._hash(to).set_within(self.most, game, mark):
                await self._hash(guest).remove(game)

    async def erase(self, player: str) -> None:
        await self._hash(player).delete()

    def _hash(self, player: str) -> Hash:
        return Hash(self._store, f"marks:{player}", durable=True)
