"""The deadlines of a person's games as a calendar, where it is their turn and a clock runs; and the dates of their
tournaments."""

import asyncio
from collections.abc import Iterator
from typing import Final

import msgspec

from projections.feed_words import feed_words
from projections.listing import Listing, waits_for
from projections.notice_words import notice_text, table_text
from projections.words import Language
from service.games.live_games import LiveGames
from service.games.outages import Outages
from service.games.seating import Seating
from service.lists.index import ListIndex
from service.notices.own_notices import OwnNotices
from service.subscriptions.calendar_text import Moment, calendar_text
from service.tournaments.records import Tournament
from service.tournaments.tournaments import Tournaments

_MOST: Final = 500


class Deadlines:
    def __init__(
        self,
        index: ListIndex,
        live: LiveGames,
        outages: Outages,
        notices: OwnNotices,
        tournaments: Tournaments,
        origin: str,
    ) -> None:
        """`origin` is the address of the site, as others see it."""
        self._index = index
        self._live = live
        self._outages = outages
        self._notices = notices
        self._tournaments = tournaments
        self._origin = origin

    async def calendar(self, player: str, language: Language | None = None) -> str:
        """By default in the language of their notices. The players of private tables are named only if the person wants
        that in what leaves the site."""
        preferences = await self._notices.preferences.of(player)
        if language is not None:
            preferences = msgspec.structs.replace(preferences, language=language)
        lines = (await self._index.page(f"mine:{player}", count=_MOST)).lines
        waiting = [line for line in lines if line.due is not None and waits_for(line, player)]
        writer = self._notices.writer
        tables = await writer.tables(line.game for line in waiting)
        present = [line for line in waiting if line.game in tables]
        dues = await asyncio.gather(*(self._due(line, tables[line.game]) for line in present))
        title = notice_text("turn", preferences.language).title
        moments = [
            Moment(
                uid=f"turn-{line.game}@firstfire",
                at=due,
                changed=line.touched,
                title=f"{title}: {writer.discreet_label(player, tables[line.game], preferences)}",
                link=f"{self._origin}/game/{line.game}",
            )
            for line, due in zip(present, dues, strict=True)
            if due is not None
        ]
        for tournament, state in (await self._tournaments.of(player)).items():
            moments += self._dates(tournament, state, player, preferences.language)
        return calendar_text("Firstfire", sorted(moments, key=lambda moment: (moment.at, moment.uid)))

    def _dates(self, tournament: str, state: Tournament, player: str, language: Language) -> Iterator[Moment]:
        """When it begins, and the last moment in which a game counts, for those who play."""
        if player not in state.entered or player in state.withdrawn:
            return
        words, terms, changed = feed_words(language), state.terms, state.entered[player]
        game, link = table_text(terms.rules, (), language), f"{self._origin}/tournaments/{tournament}"
        dates = [("ends", terms.until, words.tournament_ends)]
        if not state.order:
            dates.append(("begins", terms.starts, words.tournament_begins))
        for which, at, title in dates:
            yield Moment(f"tournament-{tournament}-{which}@firstfire", at, changed, title.format(game=game), link)

    async def _due(self, line: Listing, table: Seating) -> int | None:
        """Lists do not know of outages: if there were any, the game itself is asked."""
        outages = await self._outages.all()
        if not outages or table.opened.clock is None:
            return line.due
        turn = (await self._live.live(line.game)).view.watch(table.opened.clock, outages, table.time).timing()
        return None if turn is None else turn.due
