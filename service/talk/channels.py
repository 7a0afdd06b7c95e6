"""Who may read and write where, and whether texts or only phrases. Pure.

What the players say is for the players. Spectators talk apart, so that nobody helps a player: in a rated game only when
it is over, and players read it only then.
"""

from typing import Final, NamedTuple

from domain.errors import Reason
from service.games.seating import Seating, TalkLevel
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.talk.records import Channel

NO_TALK_HERE: Final = Reason("no_talk_here", "", "There is no talk at this table: whoever opened it chose so.")
OWN_TALK_OFF: Final = Reason("own_talk_off", "", "You have switched talk off: switch it on in your settings first.")
PLAYERS_TALK: Final = Reason("players_talk", "", "This talk is for the players at the table.")
TALK_AFTER_END: Final = Reason(
    "talk_after_end", "", "In a rated game spectators talk when it is over, and players join them only then."
)
PHRASES_HERE: Final = Reason("phrases_here", "", "Only phrases are said here: choose one of them.")
GUESTS_SAY_PHRASES: Final = Reason(
    "guests_say_phrases", "", "Guests say phrases: choose one, or make an account to write texts."
)
_ORDER: Final[tuple[TalkLevel, ...]] = ("off", "phrases", "free")


class Place(NamedTuple):
    """A table and its talk, as one person comes to them."""

    table: Seating
    person: Person | None
    seat: int | None
    is_over: bool


class Right(NamedTuple):
    """What somebody may write; `reason` says why not more."""

    level: TalkLevel
    reason: Reason | None = None


def lower(*levels: TalkLevel) -> TalkLevel:
    return min(levels, key=_ORDER.index)


def table_level(table: Seating) -> TalkLevel:
    return "off" if table.opened.is_record else table.talk


def obstacle(place: Place, channel: Channel) -> Reason | None:
    """Why this channel is closed to them, for reading and for writing; None if it is open."""
    if table_level(place.table) == "off":
        return NO_TALK_HERE
    if channel == "players":
        return PLAYERS_TALK if place.seat is None else None
    is_early = not place.is_over and (place.seat is not None or place.table.opened.rated)
    return TALK_AFTER_END if is_early else None


def open_channels(place: Place) -> list[Channel]:
    both: tuple[Channel, ...] = ("players", "spectators")
    return [channel for channel in both if obstacle(place, channel) is None]


def right(place: Place, channel: Channel, own: TalkLevel) -> Right:
    """What they may write, if they want talk of the level `own`."""
    if (reason := obstacle(place, channel)) is not None:
        return Right("off", reason)
    if place.person is None:
        return Right("off")
    if own == "off":
        return Right("off", OWN_TALK_OFF)
    try:
        place.person.standing.check_muted()
    except Refused as refused:
        return Right("off", refused.reason)
    if not place.person.has_account:
        return Right("phrases", GUESTS_SAY_PHRASES)
    level = lower(table_level(place.table), own)
    return Right(level, None if level == "free" else PHRASES_HERE)
