"""Which notices follow from what happens in a tournament. Pure. Who plays hears it by the table (table_notices.py)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.notices import Kind
from service.tournaments.records import TOURNAMENT_LOGS, RoundPaired, Tournament, TournamentEnded, TournamentEvent


class TournamentNotice(NamedTuple):
    kind: Kind
    player: str
    number: int  # of the event
    at: int


def concerns_people(event: TournamentEvent) -> bool:
    """Whether the whole tournament is needed to know who is informed."""
    return isinstance(event, RoundPaired | TournamentEnded)


def tournament_notices(events: Sequence[TournamentEvent], first: int) -> list[TournamentNotice]:
    """What follows from the events from number `first` on."""
    notices: list[TournamentNotice] = []
    state = TOURNAMENT_LOGS.initial()
    for number, event in enumerate(events, 1):
        state = TOURNAMENT_LOGS.evolve(state, event)
        if number >= first and state is not None:
            notices += (TournamentNotice(kind, player, number, event.at) for kind, player in _notices(state, event))
    return notices


def _notices(tournament: Tournament, event: TournamentEvent) -> Iterator[tuple[Kind, str]]:
    match event:
        # All rounds of a round robin are played at the same time, so nobody waits for one to end.
        case RoundPaired(_, _, resting) if tournament.terms.format != "round_robin":
            yield from (("round_rests", player) for player in resting)
        case TournamentEnded(_, "finished" | "too_late"):
            yield from (("tournament_over", player) for player in tournament.playing)
        case TournamentEnded(_, why):
            knows = tournament.opened.by if why == "called_off" else None
            yield from (("tournament_off", player) for player in tournament.entered if player != knows)
        case _:
            pass
