"""Who may play a rated game, and at which tables."""

from typing import Final

from domain.errors import IllegalMove, Reason
from service.games.seating import TableOpened
from service.people.identity import Person

RATED_NEEDS_ACCOUNT: Final = Reason(
    "rated_needs_account", "", "Rated games are for people with an account: make one, or play a game that is not rated."
)
RATED_NEEDS_CLOCK: Final = Reason(
    "rated_needs_clock", "", "A rated game needs a clock: choose one, or open a game that is not rated."
)
RATED_IS_PUBLIC: Final = Reason(
    "rated_is_public", "", "A rated game has a public table: open it without an invite, or as a game that is not rated."
)


def check_rated(opened: TableOpened, person: Person) -> None:
    """Raises IllegalMove or Refused if `person` may not open or join this table because it is rated.

    A rating belongs to somebody; without a clock a player could stall without end; and at a public table everybody can
    see how a rating came about.
    """
    if not opened.rated:
        return
    if reason := _obstacle(opened, person):
        raise IllegalMove(reason)
    person.standing.check_rated()


def _obstacle(opened: TableOpened, person: Person) -> Reason | None:
    if not person.has_account:
        return RATED_NEEDS_ACCOUNT
    if opened.clock is None:
        return RATED_NEEDS_CLOCK
    return RATED_IS_PUBLIC if opened.invite is not None else None
