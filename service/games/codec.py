"""The stored form of events: small, tolerant of later fields, and never changed.

An event is stored as a msgpack array `[at, [code, field, field, …]]`: milliseconds since 1970, the code of its type
(`CODES`), and its fields in the order of `domain.events`. New fields go to the end of an event and have a default, so
that old entries still decode; entries of a later release with more fields decode too.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final, Union

import msgspec

from domain import events
from domain.events import Event
from domain.evolve import evolve
from domain.game import INITIAL, Game
from projections.timing import Step
from service.runtime.clock import moment
from service.store.event_store import Entry
from service.store.log_names import game_log
from service.store.typed_log import LogKind, Timed

CODES: Final[dict[type[msgspec.Struct], int]] = {
    events.GameStarted: 1,
    events.ChiefsDrawn: 2,
    events.LineRevealed: 3,
    events.CaveRevealed: 4,
    events.DominoDrafted: 5,
    events.DominoPlaced: 6,
    events.DominoDiscarded: 7,
    events.FireLanded: 8,
    events.FireLost: 9,
    events.TotemMoved: 10,
    events.CavemanRecruited: 11,
    events.RecruitPassed: 12,
    events.SeatResigned: 13,
    events.SeatTimedOut: 14,
    events.TurnUndone: 15,
    events.GameFinished: 16,
    events.VictoryClaimed: 17,
    events.GameCancelled: 18,
    events.BotDrawn: 19,
}


class Stamped(msgspec.Struct, frozen=True, gc=False):
    """An event with its number and the time when it was appended, as the public log shows it."""

    seq: int
    at: datetime
    event: Event


def _compact(kind: type[msgspec.Struct], code: int) -> type[msgspec.Struct]:
    """A struct with the same fields, encoded as an array that begins with the code."""
    fields = [
        (field.name, field.type) if field.required else (field.name, field.type, field.default)
        for field in msgspec.structs.fields(kind)
    ]
    return msgspec.defstruct(kind.__name__, fields, tag=code, array_like=True, frozen=True)


_TO_COMPACT: Final = {kind: _compact(kind, code) for kind, code in CODES.items()}
_FROM_COMPACT: Final = {compact: kind for kind, compact in _TO_COMPACT.items()}
_DECODER: Final = msgspec.msgpack.Decoder(tuple[int, Union[tuple(_FROM_COMPACT)]])  # type: ignore[misc]  # noqa: UP007
_ENCODER: Final = msgspec.msgpack.Encoder()


def encode(event: Event, at: int) -> bytes:
    compact = _TO_COMPACT[type(event)](*msgspec.structs.astuple(event))
    return _ENCODER.encode((at, compact))


def decode(entry: Entry) -> Stamped:
    return stamp(entry.seq, *decode_raw(entry.data))


def decode_raw(data: bytes) -> Timed[Event]:
    """The timestamp in milliseconds, and the event."""
    at, compact = _DECODER.decode(data)
    event: Any = _FROM_COMPACT[type(compact)](*msgspec.structs.astuple(compact))
    return at, event


def stamp(seq: int, at: int, event: Event) -> Stamped:
    return Stamped(seq=seq, at=moment(at), event=event)


def decode_all(entries: Iterable[Entry]) -> list[Stamped]:
    return [decode(entry) for entry in entries]


def _evolved(game: Game, entry: Timed[Event]) -> Game:
    return evolve(game, entry[1])


def _encoded(entry: Timed[Event]) -> bytes:
    return encode(entry[1], entry[0])


GAME_LOGS: Final = LogKind(game_log, tuple[int, Event], lambda: INITIAL, _evolved, encode=_encoded, decode=decode_raw)


def steps_of(entries: list[Entry]) -> list[Step]:
    """The time of each event, and the position after it."""
    game, steps = INITIAL, list[Step]()
    for entry in entries:
        at, event = decode_raw(entry.data)
        game = evolve(game, event)
        steps.append((at, game.position))
    return steps
