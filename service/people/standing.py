"""How a person stands with the moderators: what is closed to them, until when, and why.

`service/moderation` computes it from the log of acts. It comes with the person of every request, so whatever a limit
concerns asks the person for it.
"""

from typing import Final, Literal, TypeAlias

import msgspec

from domain.errors import Reason
from service.runtime.clock import moment
from service.runtime.refusal import Refused

Role: TypeAlias = Literal["moderator"]
LimitKind: TypeAlias = Literal["mute", "rename", "exclude", "ban", "remove"]

BANNED: Final = Reason(
    "banned",
    "",
    "You are banned until {until}, for this reason: “{reason}”. Until then you can read, sign out and delete your"
    " account. The ban ends by itself.",
)
EXCLUDED: Final = Reason(
    "excluded",
    "",
    "Rated games are closed to you until {until}, for this reason: “{reason}”. Play games that are not rated.",
)
MUTED: Final = Reason(
    "muted",
    "",
    "You may not write anything that others read until {until}, for this reason: “{reason}”. You can play meanwhile.",
)
NAME_GIVEN: Final = Reason(
    "name_given",
    "",
    "Moderators gave you this name, for this reason: “{reason}”. You may choose another when they have"
    " taken that back.",
)


class Limit(msgspec.Struct, frozen=True):
    """An act of moderators that is in force."""

    act: LimitKind
    number: int  # in the log of acts
    reason: str
    until: int | None = None  # milliseconds; None until it is taken back


class Standing(msgspec.Struct, frozen=True):
    """At one moment: limits that have ended are not in it."""

    role: Role | None = None  # None while banned
    limits: tuple[Limit, ...] = ()
    warnings: int = 0

    def limit(self, act: LimitKind) -> Limit | None:
        return next((limit for limit in self.limits if limit.act == act), None)

    def check_banned(self) -> None:
        """Raises Refused."""
        self._check("ban", BANNED)

    def check_rated(self) -> None:
        """Raises Refused if rated games are closed to this person."""
        self._check("exclude", EXCLUDED)

    def check_muted(self) -> None:
        """Raises Refused if this person may not write what others read."""
        self._check("mute", MUTED)

    def check_naming(self) -> None:
        """Raises Refused if this person may not choose a name."""
        self.check_muted()
        if (limit := self.limit("rename")) is not None:
            raise Refused(NAME_GIVEN.about(reason=limit.reason), "forbidden", title="Your name was given to you")

    def _check(self, act: LimitKind, reason: Reason) -> None:
        limit = self.limit(act)
        if limit is not None:
            until = "" if limit.until is None else shown_time(limit.until)
            raise Refused(reason.about(until=until, reason=limit.reason), "forbidden", title="Closed by moderators")


GOOD: Final = Standing()


def shown_time(milliseconds: int) -> str:
    """For sentences in any language."""
    return f"{moment(milliseconds):%Y-%m-%d %H:%M} UTC"
