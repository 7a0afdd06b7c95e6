"""The lines of one's own games, as `GET /api/me/games` lists them."""

from collections.abc import Sequence
from typing import Final

import msgspec

from service.personal.own_lists import OwnLine, OwnLists
from service.personal.streams import Message
from service.store.bells import GAME

MOST: Final = 200  # lines: those that wait for the player come first
_ENCODER: Final = msgspec.json.Encoder()


class LinesPage(msgspec.Struct, frozen=True):
    total: int
    games: list[OwnLine]


class GameLines:
    name = GAME

    def __init__(self, lists: OwnLists) -> None:
        self._lists = lists

    async def everything(self, player: str) -> list[Message]:
        page = await self._lists.page(player, "mine", 0, MOST)
        return [Message("games", _ENCODER.encode(LinesPage(page.total, page.lines)))]

    async def changed(self, player: str, about: Sequence[str]) -> list[Message]:
        return [Message("game", _ENCODER.encode(line)) for line in await self._lists.of(player, about)]
