"""The lists of one's own games: lines with what the person has noted about each game."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from service.personal.marks import Mark, Marks
from service.privacy.anonymise import ShownLine, ShownLists

Muted: TypeAlias = Callable[[str], Awaitable[Collection[str]]]  # the games that a person has muted
OwnList: TypeAlias = Literal["mine", "history"]


class OwnLine(ShownLine, frozen=True):
    label: str = ""
    is_starred: bool = False
    is_muted: bool = False


class OwnPage(NamedTuple):
    lines: list[OwnLine]
    total: int


class OwnLists:
    def __init__(self, lists: ShownLists, marks: Marks, muted: Muted) -> None:
        self.marks = marks
        self._lists = lists
        self._muted = muted

    async def page(self, player: str, name: OwnList, start: int, count: int) -> OwnPage:
        """`mine` are the games that go on, those that wait for the player first; `history` those that are over."""
        newest_first = name == "history"
        page = await self._lists.page(f"{name}:{player}", newest_first=newest_first, start=start, count=count)
        return OwnPage(await self._marked(player, page.lines), page.total)

    async def starred(self, player: str, start: int, count: int) -> OwnPage:
        """The person's favourites, those to which something happened last first."""
        starred = [game for game, mark in (await self.marks.all(player)).items() if mark.is_starred]
        lines = sorted(await self._lists.own(player, starred), key=lambda line: (-line.touched, line.game))
        return OwnPage(await self._marked(player, lines[start : start + count]), len(lines))

    async def of(self, player: str, games: Sequence[str]) -> list[OwnLine]:
        """The lines of those of these games that concern the player."""
        return await self._marked(player, await self._lists.own(player, games))

    async def _marked(self, player: str, lines: Sequence[ShownLine]) -> list[OwnLine]:
        if not lines:
            return []
        marks, muted = await asyncio.gather(self.marks.of(player, [line.game for line in lines]), self._muted(player))
        return [_own(line, mark, line.game in muted) for line, mark in zip(lines, marks, strict=True)]


def _own(line: ShownLine, mark: Mark, is_muted: bool) -> OwnLine:
    fields = {name: getattr(line, name) for name in line.__struct_fields__}
    return OwnLine(**fields, label=mark.label, is_starred=mark.is_starred, is_muted=is_muted)
