"""What follows from the log of acts for one person. Pure: the time is given.

Of several acts of a kind the last one holds, so a ban is shortened by another ban. An act that is taken back counts as
if it had never been done: the one before it holds again.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from service.moderation.acts import (
    ALL,
    Banned,
    Excluded,
    Muted,
    Numbered,
    Removed,
    Renamed,
    Restored,
    RoleGiven,
    RoleTaken,
    Warned,
)
from service.people.standing import GOOD, Limit, LimitKind, Role, Standing

State: TypeAlias = Literal["in_force", "ended", "taken_back"]  # of acts that can be taken back
_LIMITS: Final[tuple[tuple[LimitKind, type], ...]] = (
    ("ban", Banned),
    ("exclude", Excluded),
    ("mute", Muted),
    ("rename", Renamed),
    ("remove", Removed),
)


class History(msgspec.Struct, frozen=True):
    """The acts about one person that were not taken back."""

    acts: tuple[Numbered, ...] = ()
    role: Role | None = None

    def find(self, number: int) -> Numbered | None:
        return next((act for act in self.acts if act.number == number), None)

    @property
    def removed_games(self) -> frozenset[str]:
        games = (act.entry.act.game for act in self.acts if isinstance(act.entry.act, Removed))
        return frozenset(game for game in games if game)

    @property
    def replaced_names(self) -> frozenset[str]:
        """The names that moderators have replaced."""
        return frozenset(act.entry.act.before for act in self.acts if isinstance(act.entry.act, Renamed))


NOTHING: Final = History()


def after(history: History, act: Numbered) -> History:
    """The history of the person whom the act is about, with it."""
    match act.entry.act:
        case Warned() | Muted() | Renamed() | Excluded() | Banned() | Removed():
            return msgspec.structs.replace(history, acts=(*history.acts, act))
        case Restored(number):
            left = tuple(old for old in history.acts if number not in (ALL, old.number))
            return msgspec.structs.replace(history, acts=left)
        case RoleGiven(role):
            return msgspec.structs.replace(history, role=role)
        case RoleTaken():
            return msgspec.structs.replace(history, role=None)
        case _:  # reports and suspicions do not concern the standing
            return history


def standing(history: History, now: int) -> Standing:
    if history == NOTHING:
        return GOOD
    limits = tuple(limit for kind, act in _LIMITS if (limit := _limit(history, kind, act, now)) is not None)
    is_banned = any(limit.act == "ban" for limit in limits)
    warnings = sum(isinstance(act.entry.act, Warned) for act in history.acts)
    return Standing(None if is_banned else history.role, limits, warnings)


def _limit(history: History, kind: LimitKind, wanted: type, now: int) -> Limit | None:
    """The last act of this kind, if it has not ended. That a game is removed does not limit the person."""
    acts = [act for act in history.acts if isinstance(act.entry.act, wanted) and not getattr(act.entry.act, "game", "")]
    if not acts:
        return None
    last = acts[-1]
    until: int | None = getattr(last.entry.act, "until", None)
    return None if until is not None and until <= now else Limit(kind, last.number, last.entry.reason, until)


def state(history: History, act: Numbered, now: int) -> State | None:
    """`history` is that of the person whom the act is about."""
    if not isinstance(act.entry.act, Warned | Muted | Renamed | Excluded | Banned | Removed):
        return None
    if history.find(act.number) is None:
        return "taken_back"
    until: int | None = getattr(act.entry.act, "until", None)
    return "ended" if until is not None and until <= now else "in_force"
