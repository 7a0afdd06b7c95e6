"""What moderators do, as the log of acts stores it. The log is only ever appended to.

An entry is a msgpack array `[at, by, about, reason, [code, field, …]]`. As in the log of a game, codes and the order of
fields never change; a new field goes to the end and has a default.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from service.people.standing import Role

OPERATOR: Final = "operator"  # who acts by a command; no player has this id
ALL: Final = 0  # no act has this number

ActName: TypeAlias = Literal[
    "warn",
    "mute",
    "rename",
    "exclude",
    "ban",
    "remove",
    "restore",
    "give_role",
    "take_role",
    "close_report",
    "close_suspicion",
]


class Warned(msgspec.Struct, frozen=True, array_like=True, tag=1):
    pass


class Muted(msgspec.Struct, frozen=True, array_like=True, tag=2):
    """They may not write what others read."""

    until: int  # milliseconds, like all times here


class Renamed(msgspec.Struct, frozen=True, array_like=True, tag=3):
    name: str
    before: str  # the name that is replaced


class Excluded(msgspec.Struct, frozen=True, array_like=True, tag=4):
    """Rated games are closed to them."""

    until: int


class Banned(msgspec.Struct, frozen=True, array_like=True, tag=5):
    """They may read, and nothing else."""

    until: int


class Removed(msgspec.Struct, frozen=True, array_like=True, tag=6):
    """Public lists show them no more, or one game of theirs."""

    game: str = ""  # empty: the person


class Restored(msgspec.Struct, frozen=True, array_like=True, tag=7):
    """An act is taken back, as if it had not been done."""

    act: int  # its number, or ALL that are about this person


class RoleGiven(msgspec.Struct, frozen=True, array_like=True, tag=8):
    role: Role


class RoleTaken(msgspec.Struct, frozen=True, array_like=True, tag=9):
    pass


class ReportClosed(msgspec.Struct, frozen=True, array_like=True, tag=10):
    report: int


class SuspicionClosed(msgspec.Struct, frozen=True, array_like=True, tag=11):
    """The first of the two is whom the entry is about."""

    other: str


Limiting: TypeAlias = Muted | Renamed | Excluded | Banned | Removed
Act: TypeAlias = Warned | Limiting | Restored | RoleGiven | RoleTaken | ReportClosed | SuspicionClosed

NAMES: Final[dict[type[Act], ActName]] = {
    Warned: "warn",
    Muted: "mute",
    Renamed: "rename",
    Excluded: "exclude",
    Banned: "ban",
    Removed: "remove",
    Restored: "restore",
    RoleGiven: "give_role",
    RoleTaken: "take_role",
    ReportClosed: "close_report",
    SuspicionClosed: "close_suspicion",
}


class Entry(msgspec.Struct, frozen=True, array_like=True):
    at: int
    by: str  # the moderator's id, or OPERATOR
    about: str  # the player's id
    reason: str
    act: Act


class Numbered(msgspec.Struct, frozen=True):
    """An entry with its number in the log."""

    number: int
    entry: Entry
