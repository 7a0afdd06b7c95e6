"""Notices as people see them: in their language, with names as they are now, and leading to where one can act."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from projections.listing import waits_for
from projections.notice_words import NoticeText, notice_text, private_table_text, table_text
from projections.notices import ABOUT_TALK, ABOUT_TURNS, QUESTIONS, Kind
from projections.words import Language
from service.games.seating import Seating
from service.games.tables import Tables, UnknownGame
from service.lists.index import ListIndex
from service.notices.preferences import Preferences
from service.notices.records import Item, Mark, Noticed, Notices
from service.notices.table_notices import waits_for_answer
from service.runtime.clock import Clock, moment, wall_clock

MOST: Final = 50


class ShownNotice(msgspec.Struct, frozen=True):
    id: str
    kind: Kind
    at: datetime
    game: str | None
    title: str
    text: str
    table: str | None  # what is played, and with whom
    address: str  # of the page where one can act
    is_read: bool


class NoticeList(msgspec.Struct, frozen=True):
    unread: int
    notices: list[ShownNotice]  # the newest first


async def _never(game: str, player: str) -> int:
    return 0


class NoticeWriter:
    """`read_until` says up to when a player has read what was said at a table, in milliseconds."""

    def __init__(
        self,
        tables: Tables,
        index: ListIndex,
        read_until: Callable[[str, str], Awaitable[int]] = _never,
        clock: Clock = wall_clock,
    ) -> None:
        self._tables = tables
        self._index = index
        self._read_until = read_until
        self._clock = clock

    async def listed(self, player: str, notices: Notices, preferences: Preferences, language: Language) -> NoticeList:
        """The newest notices that belong on the page, each thing once."""
        wanted = [
            item
            for item in notices.newest_of_each_tag()
            if preferences.timing(item.notice.kind, "page") != "off" and item.notice.game not in preferences.muted
        ]
        newest = sorted(wanted, key=lambda item: item.mark, reverse=True)[:MOST]
        tables = await self.tables(item.notice.game for item in newest)
        settled = await self._settled(player, newest) | await self._answered(player, newest, tables)
        settled |= {
            item.mark
            for item in newest
            if item.notice.kind in ABOUT_TALK and not item.is_read and await self.has_read_talk(player, item.notice)
        }
        shown = [
            self._shown(
                player, item, tables.get(item.notice.game), language, is_read=item.is_read or item.mark in settled
            )
            for item in newest
            if not item.notice.game or item.notice.game in tables
        ]
        return NoticeList(sum(not notice.is_read for notice in shown), shown)

    async def has_read_talk(self, player: str, notice: Noticed) -> bool:
        return await self._read_until(notice.game, player) >= notice.at

    async def tables(self, games: Iterable[str]) -> dict[str, Seating]:
        """Of the games that still exist."""
        names = list(dict.fromkeys(filter(None, games)))
        tables = await asyncio.gather(*map(self._table, names))
        return {game: table for game, table in zip(names, tables, strict=True) if table is not None}

    async def _settled(self, player: str, items: Iterable[Item]) -> set[Mark]:
        """Those about a turn that has passed, as far as the lists know."""
        turns = {item.notice.game: item for item in items if item.notice.kind in ABOUT_TURNS}
        lines = {line.game: line for line in await self._index.lines(list(turns))}
        return {
            item.mark
            for game, item in turns.items()
            if (line := lines.get(game)) and line.seq >= item.notice.number and not waits_for(line, player)
        }

    async def _answered(self, player: str, items: Iterable[Item], tables: Mapping[str, Seating]) -> set[Mark]:
        """Questions to which the person has said something, that were taken back, or that the game has gone past."""
        questions = [item for item in items if item.notice.kind in QUESTIONS]
        games = dict.fromkeys(item.notice.game for item in questions)
        seqs = {line.game: line.seq for line in await self._index.lines(list(games))} if games else {}

        def is_open(notice: Noticed) -> bool:
            table = tables.get(notice.game)
            seq = seqs.get(notice.game, 0)
            return table is not None and waits_for_answer(table, player, notice.kind, seq, self._clock())

        return {item.mark for item in questions if not is_open(item.notice)}

    async def _table(self, game: str) -> Seating | None:
        try:
            return await self._tables.seating(game)
        except UnknownGame:
            return None

    def text(self, notice: Noticed, table: Seating | None, language: Language) -> NoticeText:
        by = table.names[notice.by] if table is not None and notice.by is not None else None
        return notice_text(notice.kind, language, by)

    def label(self, player: str, table: Seating, language: Language) -> str:
        others = [name for name, other in zip(table.names, table.players, strict=True) if name and other != player]
        return table_text(table.rules, others, language)

    def visible_label(self, player: str, table: Seating | None, language: Language) -> str | None:
        """As `label`, for somebody who may not sit there: of a private table nothing."""
        if table is None:
            return None
        is_closed = table.is_private and table.seat_of(player) is None
        return private_table_text(language) if is_closed else self.label(player, table, language)

    def _shown(
        self, player: str, item: Item, table: Seating | None, language: Language, *, is_read: bool
    ) -> ShownNotice:
        notice = item.notice
        text = self.text(notice, table, language)
        return ShownNotice(
            id=str(item.mark),
            kind=notice.kind,
            at=moment(notice.at),
            game=notice.game or None,
            title=text.title,
            text=text.text,
            table=self.label(player, table, language) if table is not None else None,
            address=address(notice),
            is_read=is_read,
        )

    def discreet(
        self, player: str, notice: Noticed, table: Seating | None, preferences: Preferences
    ) -> tuple[NoticeText, str]:
        """The text and the table of a notice that leaves the site: nothing of a private table, unless it is wanted."""
        label = self.discreet_label(player, table, preferences)
        if self.is_hidden(table, preferences):
            return notice_text(notice.kind, preferences.language), label
        return self.text(notice, table, preferences.language), label

    def discreet_label(self, player: str, table: Seating | None, preferences: Preferences) -> str:
        if table is None:
            return ""
        if self.is_hidden(table, preferences):
            return private_table_text(preferences.language)
        return self.label(player, table, preferences.language)

    def is_hidden(self, table: Seating | None, preferences: Preferences) -> bool:
        """Whether nothing of this table may leave the site."""
        return table is not None and table.is_private and not preferences.shows_private


def address(notice: Noticed) -> str:
    """Where one can act on it."""
    if notice.game:
        return f"/game/{notice.game}"
    if notice.tournament:
        return f"/tournaments/{notice.tournament}"
    return "/settings" if notice.kind in ("moderation", "unreachable") else "/puzzles"
