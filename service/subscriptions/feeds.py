"""The puzzle of each day, and the finished games of a person that anybody may see, as Atom feeds."""

from typing import Final

from projections.feed_words import feed_words
from projections.notice_words import table_text
from projections.words import Language
from service.privacy.anonymise import ShownLine, ShownLists
from service.puzzles.calendar import Calendar
from service.runtime.time_zones import utc_midnight
from service.subscriptions.atom_text import FeedItem, atom_text

_DAYS: Final = 14
_GAMES: Final = 30


class Feeds:
    def __init__(self, calendar: Calendar, lists: ShownLists, origin: str) -> None:
        """`origin` is the address of the site, as others see it."""
        self._calendar = calendar
        self._lists = lists
        self._origin = origin

    async def puzzles(self, language: Language) -> bytes:
        """The days up to today: neither answers nor what comes."""
        await self._calendar.puzzle_of(self._calendar.today())
        days = sorted((await self._calendar.so_far()).items(), reverse=True)[:_DAYS]
        words = feed_words(language)
        items = [
            FeedItem(
                id=f"{self._origin}/puzzles/{puzzle}",
                title=words.puzzle.format(day=day.isoformat()),
                link=f"{self._origin}/puzzles/{puzzle}",
                at=utc_midnight(day),
                text=table_text((await self._calendar.find(puzzle)).puzzle.problem.rules, (), language),
                picture=f"{self._origin}/api/puzzles/{puzzle}/picture",
            )
            for day, puzzle in days
        ]
        address = f"{self._origin}/feeds/puzzles.atom?language={language}"
        return atom_text(words.puzzles, address, f"{self._origin}/puzzles", items, language)

    async def games(self, player: str, name: str, language: Language) -> bytes:
        """The newest finished games of a person called `name`, without private ones."""
        page = await self._lists.page(f"history:{player}", count=_GAMES)
        items = [self._game(line, language) for line in self._lists.public(page.lines)]
        site = f"{self._origin}/people/{player}"
        address = f"{self._origin}/feeds/players/{player}/games.atom?language={language}"
        return atom_text(feed_words(language).games.format(name=name), address, site, items, language)

    def _game(self, line: ShownLine, language: Language) -> FeedItem:
        link = f"{self._origin}/game/{line.game}"
        scores = ", ".join(f"{seat.name} {seat.total}" for seat in line.seats if seat.name and seat.total is not None)
        picture = f"{self._origin}/api/games/{line.game}/result-picture"
        return FeedItem(link, table_text(line.rules, (), language), link, line.touched, scores, picture)
