"""Which tournaments can be. Pure."""

from typing import Final

from domain.errors import IllegalMove, Reason
from domain.rules import flaw
from projections.timing import flaw_of_clock
from service.tournaments.records import Format, Terms

BAD_SIZE: Final = Reason("tournament_size", "", "This kind of tournament is for {least} to {most} people.")
BAD_ROUNDS: Final = Reason("tournament_rounds", "", "A tournament has 1 to {most} rounds.")
BAD_MATCH: Final = Reason("tournament_match", "", "A match of a knock-out has 1, 3 or 5 games; elsewhere there is one.")
BAD_DATES: Final = Reason(
    "tournament_dates",
    "",
    "A tournament begins within {days} days, and lasts at least a day and at most {longest} days.",
)
KNOCK_OUT_OF_TWO: Final = Reason("knock_out_of_two", "", "In a knock-out two people meet: choose rules for two seats.")
RATED_WITHOUT_BOTS: Final = Reason("rated_without_bots", "", "Rated tournaments are for people only: let people rest.")
MOST: Final = 64
MOST_OF_ROUND_ROBIN: Final = 12  # of two seats, where everybody has a game against everybody at the same time
ROUNDS: Final = 9
_DAY: Final = 24 * 60 * 60 * 1000
_AHEAD: Final = 60  # days
_LONGEST: Final = 400  # days


def check(terms: Terms, now: int) -> None:
    """Raises IllegalMove."""
    if reason := flaw(terms.rules) or flaw_of_clock(terms.clock) or _flaw(terms, now):
        raise IllegalMove(reason)


def _flaw(terms: Terms, now: int) -> Reason | None:
    seats, most = terms.rules.seats, most_people(terms.format, terms.rules.seats)
    if not max(2, seats) <= terms.least <= terms.most <= most:
        return BAD_SIZE.about(least=max(2, seats), most=most)
    if not 1 <= terms.rounds <= ROUNDS:
        return BAD_ROUNDS.about(most=ROUNDS)
    if terms.best_of not in ((1, 3, 5) if terms.format == "knock_out" else (1,)):
        return BAD_MATCH
    if terms.format == "knock_out" and seats != 2:
        return KNOCK_OUT_OF_TWO
    if terms.rated and terms.filler is not None:
        return RATED_WITHOUT_BOTS
    if not (now <= terms.starts <= now + _AHEAD * _DAY and _DAY <= terms.until - terms.starts <= _LONGEST * _DAY):
        return BAD_DATES.about(days=_AHEAD, longest=_LONGEST)
    return None


def most_people(format: Format, seats: int) -> int:
    return MOST_OF_ROUND_ROBIN if format == "round_robin" and seats == 2 else MOST
