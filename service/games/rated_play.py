"""What a rated game needs: accounts, because a rating belongs to somebody; a clock, so that nobody can stall for ever;
and a public table, where everybody can see how a rating came about."""

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
    """Raises IllegalMove if `person` may not open or join this table because it is rated."""
    if opened.rated and (reason := _obstacle(opened, person)):
        raise IllegalMove(reason)


def _obstacle(opened: TableOpened, person: Person) -> Reason | None:
    if not person.has_account:
        return RATED_NEEDS_ACCOUNT
    if opened.clock is None:
        return RATED_NEEDS_CLOCK
    return RATED_IS_PUBLIC if opened.invite is not None else None
