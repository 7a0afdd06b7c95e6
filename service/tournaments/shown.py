"""Tournaments as answers show them. People are named as they are called now; who has left has no name."""

import asyncio
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from domain.pieces import Level
from domain.rules import Rules
from projections.timing import TimeControl
from service.moderation.act_log import ActLog
from service.people.credentials import Credentials
from service.people.identity import Person
from service.runtime.clock import moment
from service.tournaments.records import Ending, Format, TableSet, Tournament
from service.tournaments.standings import Row, rows

Stage: TypeAlias = Literal["open", "running", "over"]


class ShownTournament(msgspec.Struct, frozen=True):
    id: str
    stage: Stage
    format: Format
    rules: Rules
    clock: TimeControl
    rounds: int  # of a Swiss tournament, and of a round robin at tables of three and four
    best_of: int
    least: int  # people, below which it does not take place
    most: int
    rated: bool
    filler: Level | None  # the bot that takes seats nobody is left for; without one people rest
    starts: datetime
    until: datetime  # what is not over by then is not counted
    by: str | None  # null if the service opened it
    people: int
    entered: bool  # you have, and did not withdraw
    yours: bool  # you may call it off
    round: int  # that has begun last
    why: Ending | None  # it is over
    winners: list[str]  # their names, once it is over; who has left has none


class ShownRow(msgspec.Struct, frozen=True):
    player: str
    place: int
    points: float
    beaten: float  # the first tie-break: points of those one has beaten, and half of those one has tied with
    lead: float  # the second: over the mean of the others at the table, in the mean of one's games
    games: int
    rested: int
    withdrawn: bool
    round: int | None  # of a knock-out, in which they are or went out; null for who has won, and in other formats


class ShownTable(msgspec.Struct, frozen=True):
    game: str
    players: tuple[str | None, ...]  # by seat; null is the bot that fills
    totals: tuple[int, ...] | None
    ranks: tuple[int, ...] | None  # who left has the last
    dropped: bool  # called off


class ShownRound(msgspec.Struct, frozen=True):
    tables: list[ShownTable]
    resting: tuple[str, ...]


class TournamentInFull(ShownTournament, frozen=True):
    entrants: list[str]
    standings: list[ShownRow]
    course: list[ShownRound]  # round by round; all rounds of a round robin are played at the same time
    names: dict[str, str | None]  # of everybody


class ShownTournaments:
    def __init__(self, credentials: Credentials, acts: ActLog) -> None:
        self._credentials = credentials
        self._acts = acts

    async def brief(self, states: Mapping[str, Tournament], person: Person | None) -> list[ShownTournament]:
        names = await self._names(player for state in states.values() for player in (state.opened.by, *_winners(state)))
        return [_shown(id, state, person, names) for id, state in states.items()]

    async def in_full(self, id: str, state: Tournament, person: Person | None) -> TournamentInFull:
        names = await self._names((*state.entered, *state.order, state.opened.by))
        brief = _shown(id, state, person, names)
        return TournamentInFull(
            **msgspec.structs.asdict(brief),
            entrants=list(state.entered),
            standings=[_row(row) for row in rows(state)],
            course=[
                ShownRound([_table(table, state) for table in paired.tables], paired.resting) for paired in state.rounds
            ],
            names=names,
        )

    async def _names(self, players: Iterable[str | None]) -> dict[str, str | None]:
        """Without those who were removed or have left."""
        people = sorted({player for player in players if player is not None})
        profiles = await asyncio.gather(*map(self._credentials.profile, people))
        return {
            player: None if profile is None or self._acts.is_removed(player) else profile.name
            for player, profile in zip(people, profiles, strict=True)
        }


def _shown(id: str, state: Tournament, person: Person | None, names: dict[str, str | None]) -> ShownTournament:
    terms, player, by = state.terms, person.player if person else None, state.opened.by
    return ShownTournament(
        id=id,
        stage="over" if state.ended else "running" if state.order else "open",
        format=terms.format,
        rules=terms.rules,
        clock=terms.clock,
        rounds=terms.rounds,
        best_of=terms.best_of,
        least=terms.least,
        most=terms.most,
        rated=terms.rated,
        filler=terms.filler,
        starts=moment(terms.starts),
        until=moment(terms.until),
        by=None if by is None else names.get(by),
        people=len(state.order or state.entered),
        entered=player in state.entered and player not in state.withdrawn,
        yours=by is not None and by == player,
        round=len(state.rounds),
        why=state.ended.why if state.ended else None,
        winners=[name for winner in _winners(state) if (name := names.get(winner)) is not None],
    )


def _winners(state: Tournament) -> list[str]:
    return [row.player for row in rows(state) if row.place == 1] if state.ended else []


def _row(row: Row) -> ShownRow:
    return ShownRow(
        row.player,
        row.place,
        row.points,
        row.beaten,
        round(row.lead, 1),
        row.games,
        row.rested,
        row.withdrawn,
        row.round,
    )


def _table(table: TableSet, state: Tournament) -> ShownTable:
    counted = state.results.get(table.game)
    totals, ranks = (counted.totals, counted.ranks) if counted else (None, None)
    return ShownTable(table.game, table.players, totals, ranks, table.game in state.dropped)
