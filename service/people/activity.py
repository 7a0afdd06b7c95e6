"""What happened to an account lately: the owner sees whether somebody else was there.

The newest hundred entries are stored, and none for longer than 90 days.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from service.runtime.clock import Clock
from service.store.event_store import EventStore
from service.store.structures.scripts import Script
from service.store.structures.sets import StoredList

Act: TypeAlias = Literal[
    "signed_up",
    "signed_in",
    "signed_in_by_passkey",
    "recovery_code_used",
    "signed_out_everywhere",
    "password_changed",
    "token_made",
    "token_revoked",
    "second_factor_on",
    "second_factor_off",
    "passkey_added",
    "passkey_removed",
    "address_confirmed",
    "address_removed",
    "address_restored",
    "password_reset",
    "game_link_used",
]
DeviceKind: TypeAlias = Literal["phone", "tablet", "computer", "program"]
MOST: Final = 100
_DAYS: Final = 90
_DAY: Final = 24 * 60 * 60 * 1000
_NOTE: Final = Script("service.people", "note_activity.lua")


class Origin(msgspec.Struct, frozen=True):
    """Where a request came from, as coarse as is enough to recognise one's own."""

    device: DeviceKind
    network: str


class Entry(msgspec.Struct, frozen=True):
    at: int  # milliseconds
    act: Act
    device: DeviceKind
    network: str
    about: str = ""  # the name of the token or passkey


_ENTRIES: Final = msgspec.msgpack.Decoder(Entry)


class Activity:
    def __init__(self, store: EventStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def note(self, player: str, act: Act, origin: Origin, about: str = "") -> None:
        entry = Entry(self._clock(), act, origin.device, origin.network, about)
        key, text = _key_of(player), msgspec.msgpack.encode(entry)
        await _NOTE.run(self._store, key, text, MOST, _DAYS * _DAY, durable=True)

    async def recent(self, player: str) -> list[Entry]:
        """The newest first."""
        oldest = self._clock() - _DAYS * _DAY
        stored = await StoredList(self._store, _key_of(player)).all()
        return [entry for entry in map(_ENTRIES.decode, stored) if entry.at > oldest]

    async def erase(self, player: str) -> None:
        await StoredList(self._store, _key_of(player), durable=True).delete()


def _key_of(player: str) -> str:
    return f"activity:{player}"
