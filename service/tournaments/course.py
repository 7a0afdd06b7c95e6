"""What happens next in a tournament by itself. Pure: who is there, and how strong, is given."""

from collections.abc import Iterator, Sequence

from service.tournaments import knock_out
from service.tournaments.pairing import Pairing, Past, by_standing, everybody, seated
from service.tournaments.records import (
    Begun,
    MatchContinued,
    RoundPaired,
    TableSet,
    Tournament,
    TournamentEnded,
    TournamentEvent,
)
from service.tournaments.standings import rows


def may_begin(tournament: Tournament, now: int) -> bool:
    return tournament.ended is None and not tournament.order and now >= tournament.terms.starts


def beginning(tournament: Tournament, now: int, order: Sequence[str]) -> list[TournamentEvent]:
    """`order`: those who entered and may play, the strongest first."""
    if len(order) < tournament.terms.least:
        return [TournamentEnded(now, "too_few")]
    return [Begun(now, tuple(order))]


def next_events(tournament: Tournament, now: int, ids: Iterator[str]) -> list[TournamentEvent]:
    """Of a tournament that has begun; nothing while it waits for games. `ids` are for new games."""
    if tournament.ended is not None or not tournament.order:
        return []
    if tournament.rounds and now >= tournament.terms.until:
        return [TournamentEnded(now, "too_late" if tournament.waiting else "finished")]
    continued: list[TournamentEvent] = [
        MatchContinued(now, TableSet(next(ids), table.players[::-1])) for table in _to_continue(tournament)
    ]
    if tournament.waiting or continued:
        return continued
    pairings = _next_pairings(tournament)
    if not pairings:
        return [TournamentEnded(now, "finished")]
    return [_paired(now, pairing, ids) for pairing in pairings]


def _to_continue(tournament: Tournament) -> list[TableSet]:
    return knock_out.to_continue(tournament) if tournament.terms.format == "knock_out" else []


def _next_pairings(tournament: Tournament) -> list[Pairing]:
    """One round; all of a round robin, whose games are played at the same time."""
    terms, playing, fills = tournament.terms, tournament.playing, tournament.terms.filler is not None
    seats = terms.rules.seats
    match terms.format:
        case "knock_out":
            following = knock_out.next_round(tournament)
            past = _past(tournament)
            tables = tuple(seated(match, past) for match in following.matches)
            return [Pairing(tables, following.resting)] if tables or len(following.resting) > 1 else []
        case "round_robin":
            return [] if tournament.rounds else everybody(playing, seats, terms.rounds, fills=fills)
        case "swiss":
            if len(tournament.rounds) >= terms.rounds or len(playing) < (2 if fills else seats):
                return []
            leaders = [row.player for row in rows(tournament) if not row.withdrawn]
            return [by_standing(leaders, seats, _past(tournament), fills=fills)]


def _past(tournament: Tournament) -> Past:
    return Past(
        Pairing(tuple(table.players for table in paired.tables), paired.resting) for paired in tournament.rounds
    )


def _paired(now: int, pairing: Pairing, ids: Iterator[str]) -> RoundPaired:
    return RoundPaired(now, tuple(TableSet(next(ids), table) for table in pairing.tables), pairing.resting)
