"""How much one person may say: in a minute, in an hour, and at one table. Guests a quarter of what accounts may."""

from typing import Final, NamedTuple

from domain.errors import Reason
from service.people.identity import Person
from service.runtime.clock import Clock
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.values import Counter
from service.talk.records import Channel, OwnTalk

TOO_MUCH_TALK: Final = Reason(
    "too_much_talk", "", "You may say {most} things in this time: go on in {seconds} seconds."
)
TABLE_TALKED_OUT: Final = Reason(
    "table_talked_out",
    "",
    "You have said {most} things at this table, and no more are allowed: go on at your next one.",
)
TOO_MANY_TALKERS: Final = Reason(
    "too_many_talkers", "", "{most} spectators have talked at this table already: you can read what they say."
)

MOST_AT_TABLE: Final[dict[Channel, int]] = {"players": 300, "spectators": 60}
MOST_SPECTATORS: Final = 40
MOST_GUESTS: Final = 20  # of the spectators: they leave room for accounts
_GUESTS: Final = 4  # a guest has this fraction of what an account has


class Window(NamedTuple):
    milliseconds: int
    most: int  # of an account


WINDOWS: Final = (Window(60_000, 12), Window(3_600_000, 160))


class TalkLimits:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def check_table(self, talk: OwnTalk, channel: Channel) -> None:
        """Raises Refused if a person has said enough at a table."""
        most = MOST_AT_TABLE[channel]
        if sum(said.channel == channel for _, said in talk.said) >= most:
            raise Refused(TABLE_TALKED_OUT.about(most=most), "conflict")

    def check_talkers(self, person: Person, talkers: list[str]) -> None:
        """Raises Refused if too many spectators talk at a table."""
        most = MOST_SPECTATORS if person.has_account else MOST_GUESTS
        if person.player not in talkers and len(talkers) >= most:
            raise Refused(TOO_MANY_TALKERS.about(most=most), "conflict")

    async def take(self, person: Person) -> None:
        """Count something that a person says; raises Refused."""
        for window in WINDOWS:
            most = window.most if person.has_account else window.most // _GUESTS
            number, since = divmod(self._clock(), window.milliseconds)
            count = Counter(self._store, f"quota:talk:{window.milliseconds}:{number}:{person.player}")
            if await count.increment(milliseconds=window.milliseconds) > most:
                seconds = -(-(window.milliseconds - since) // 1000)
                reason = TOO_MUCH_TALK.about(most=most, seconds=seconds)
                raise Refused(reason, "too_many", retry_after=seconds)
