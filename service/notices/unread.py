"""A kind of message of the personal stream: how many notices are unread. The list is asked for when it is opened."""

from collections.abc import Sequence

import msgspec

from projections.notices import ABOUT_TURNS
from service.notices.own_notices import OwnNotices
from service.personal.streams import Message
from service.store.bells import NOTICE


class Unread(msgspec.Struct, frozen=True):
    unread: int
    newest: str | None  # the id of the newest notice
    turns: list[str]  # games whose turn is unread: not counted by pages that know of the move before the lists do


class UnreadNotices:
    name = NOTICE

    def __init__(self, notices: OwnNotices) -> None:
        self._notices = notices

    async def everything(self, player: str) -> list[Message]:
        listed = await self._notices.listed(player, "en")  # the number is the same in every language
        newest = listed.notices[0].id if listed.notices else None
        turns = [notice.game for notice in listed.notices if notice.kind in ABOUT_TURNS and not notice.is_read]
        unread = Unread(listed.unread, newest, list(filter(None, turns)))
        return [Message("notices", msgspec.json.encode(unread))]

    async def changed(self, player: str, about: Sequence[str]) -> list[Message]:
        return await self.everything(player)
