"""What a person wants to be informed of, by which way and when. Only what differs from the defaults is stored."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from projections.notices import KINDS, WAYS, Kind, Way
from projections.words import Language
from service.runtime.refusal import Refused
from service.runtime.time_zones import flaw_of_zone
from service.store.event_store import EventStore
from service.store.structures.values import Value

Timing: TypeAlias = Literal["off", "at_once", "delayed", "digest"]
MOST_MUTED: Final = 200
_DAY: Final = 24 * 60  # minutes

NO_SUCH_TIME: Final = Reason("no_such_time", "", "A day has hours 0 to 23 and minutes 0 to 59.")
BAD_DELAY: Final = Reason("bad_notice_delay", "", "A notice can wait for 5 minutes to 24 hours.")
NOT_IN_DIGEST: Final = Reason("not_in_digest", "", "Only mails can be collected in a digest, and never short time.")
TOO_MANY_MUTED: Final = Reason("too_many_muted", "", "You have muted {most} games: let one of them speak again first.")

_SENT: Final[dict[Way, dict[Kind, Timing]]] = {
    "page": {kind: "at_once" for kind in KINDS if kind != "puzzle"},
    "push": {kind: "at_once" for kind in KINDS if kind not in ("left", "puzzle")},
    "mail": {
        "turn": "delayed",
        "time_short": "at_once",
        "rematch": "delayed",
        "invited": "delayed",
        "finished": "delayed",
        "timed_out": "at_once",
        "pause_asked": "delayed",
        "pause_begun": "delayed",
        "pause_refused": "delayed",
        "pause_ended": "delayed",
        "undo_asked": "delayed",
        "call_off_asked": "delayed",
        "bot_asked": "delayed",
        "question_refused": "delayed",
        "mention": "delayed",
        "plan_stopped": "delayed",
        "tournament_begun": "delayed",
        "round_begun": "delayed",
        "tournament_over": "delayed",
        "tournament_off": "delayed",
        "moderation": "at_once",
    },
    "webhook": dict.fromkeys(
        ("turn", "time_short", "started", "finished", "tournament_begun", "round_begun"), "at_once"
    ),
}


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours in which nothing is sent; minutes since midnight in the person's time zone."""

    begin: int
    end: int


class Preferences(msgspec.Struct, frozen=True):
    choices: Mapping[Kind, Mapping[Way, Timing]] = {}
    delay: int = 60  # minutes until what is delayed is sent
    digest_hour: int = 8
    quiet: Quiet | None = None
    urgent_in_quiet: bool = True  # whether short time is reported in quiet hours too
    zone: str = "UTC"
    language: Language = "en"
    shows_private: bool = False  # whether what leaves the site names the players of private tables
    muted: tuple[str, ...] = ()  # games
    changed: int = 0  # when, in milliseconds: what is older is not sent any more; 0 if never

    def timing(self, kind: Kind, way: Way) -> Timing:
        return self.choices.get(kind, {}).get(way) or _SENT[way].get(kind, "off")

    @property
    def has_digest(self) -> bool:
        return any(self.timing(kind, "mail") == "digest" for kind in KINDS)

    def table(self) -> dict[Kind, dict[Way, Timing]]:
        """Every choice, the defaults included."""
        return {kind: {way: self.timing(kind, way) for way in WAYS} for kind in KINDS}

    def check(self) -> None:
        """Raises Refused if they contradict themselves."""
        if reason := self._flaw():
            raise Refused(reason, "invalid")

    def _flaw(self) -> Reason | None:
        times = (self.quiet.begin, self.quiet.end) if self.quiet else ()
        flaws = (
            (not 0 <= self.digest_hour < 24 or not all(0 <= time < _DAY for time in times), NO_SUCH_TIME),
            (not 5 <= self.delay <= _DAY, BAD_DELAY),
            (any(self._is_misplaced(kind, way) for kind in KINDS for way in WAYS), NOT_IN_DIGEST),
            (len(self.muted) > MOST_MUTED, TOO_MANY_MUTED.about(most=MOST_MUTED)),
        )
        return flaw_of_zone(self.zone) or next((reason for is_flawed, reason in flaws if is_flawed), None)

    def _is_misplaced(self, kind: Kind, way: Way) -> bool:
        timing = self.timing(kind, way)
        if timing == "digest":
            return way != "mail" or kind == "time_short"
        return timing == "delayed" and way == "page"


DEFAULTS: Final = Preferences()
_DECODER: Final = msgspec.msgpack.Decoder(Preferences)


class StoredPreferences:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def of(self, player: str) -> Preferences:
        stored = await self._value(player).get()
        return DEFAULTS if stored is None else _DECODER.decode(stored)

    async def change(self, player: str, change: Callable[[Preferences], Preferences]) -> Preferences:
        """What `change` makes of them, again if another page or device was quicker. Raises Refused."""
        value = self._value(player)
        while True:
            stored = await value.get()
            before = DEFAULTS if stored is None else _DECODER.decode(stored)
            after = change(before)
            after.check()
            if (stored and after == before) or await value.replace(stored, msgspec.msgpack.encode(after)):
                return after

    async def erase(self, player: str) -> None:
        await self._value(player).delete()

    def _value(self, player: str) -> Value:
        return Value(self._store, f"preferences:{player}", durable=True)
