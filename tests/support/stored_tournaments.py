"""Samples of the records in logs of tournaments."""

from typing import Final

from projections.timing import Bank, Days
from service.tournaments import records as tournaments
from tests.support.stored_events import AT, OLD_RULES, RULES

TERMS: Final = tournaments.Terms(
    format="swiss",
    rules=RULES,
    clock=Days(2),
    rounds=5,
    least=4,
    most=12,
    starts=AT + 1,
    until=AT + 2,
    rated=True,
    filler="flint",
    best_of=3,
)
_OLD_TERMS: Final = tournaments.Terms("knock_out", OLD_RULES, Bank(86_400, 3_600, 172_800), 1, 2, 8, AT + 1, AT + 2)
_TABLE: Final = tournaments.TableSet(game="kwfy3gevrw", players=("player-id", None, "other-id"))

TOURNAMENTS: Final = {
    "tournament_opened": tournaments.TournamentOpened(at=AT, by="owner-id", terms=TERMS),
    "tournament_opened.old": tournaments.TournamentOpened(at=AT, by=None, terms=_OLD_TERMS),
    "entered": tournaments.Entered(at=AT + 3, player="player-id"),
    "withdrawn": tournaments.Withdrawn(at=AT + 4, player="player-id"),
    "begun": tournaments.Begun(at=AT + 5, order=("player-id", "other-id")),
    "round_paired": tournaments.RoundPaired(at=AT + 6, tables=(_TABLE,), resting=("third-id",)),
    "round_paired.old": tournaments.RoundPaired(at=AT + 6, tables=(_TABLE,)),
    "match_continued": tournaments.MatchContinued(at=AT + 7, table=_TABLE),
    "game_counted": tournaments.GameCounted(at=AT + 8, game="kwfy3gevrw", totals=(41, 37, 12), ranks=(1, 2, 3)),
    "game_dropped": tournaments.GameDropped(at=AT + 9, game="kwfy3gevrw"),
    "tournament_ended": tournaments.TournamentEnded(at=AT + 10, why="too_late"),
    "game_opened": tournaments.GameOpened(at=AT + 11, game="kwfy3gevrw"),
}
