"""Acts of moderators, as moderators see them and as the person concerned does."""

from datetime import datetime
from typing import Any

import msgspec

from service.moderation.acts import NAMES, OPERATOR, ActName, Numbered
from service.moderation.standing import State
from service.runtime.clock import moment
from service.services import Services


class Explanation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of requests to take something back, or to close it."""

    reason: str


class OwnAct(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """As the person concerned sees it: not which moderator it was."""

    number: int
    at: datetime
    act: ActName
    reason: str
    by: str = "moderator"  # or "operator"
    state: State | None = None  # of acts that can be taken back
    until: datetime | None = None
    name: str | None = None  # the name that was given
    game: str | None = None  # the game that public lists leave out
    restored: int | None = None  # the number of the act that was taken back; 0 for all


class ShownAct(OwnAct, frozen=True, omit_defaults=True, kw_only=True):
    """As moderators see it: `by` is a player's id, or "operator"."""

    player: str  # whom it is about
    player_name: str | None = None  # null for players who have left
    by_name: str | None = None
    before: str | None = None  # the name that was replaced
    report: int | None = None  # that was closed
    other: str | None = None  # the second of a suspicious pair, if the first is `player`


async def own_acts(services: Services, player: str) -> list[OwnAct]:
    """The newest first. Closing a report about somebody does nothing to them."""
    acts = await services.act_log.about(player)
    return [_own(services, act) for act in acts if not NAMES[type(act.entry.act)].startswith("close_")]


async def shown_acts(services: Services, acts: list[Numbered]) -> list[ShownAct]:
    people = {person for act in acts for person in (act.entry.about, act.entry.by)} - {OPERATOR}
    names = await services.people.credentials.names(people)
    return [_shown(services, act, names) for act in acts]


def _own(services: Services, act: Numbered) -> OwnAct:
    return OwnAct(by=OPERATOR if act.entry.by == OPERATOR else "moderator", **_members(services, act))


def _shown(services: Services, act: Numbered, names: dict[str, str]) -> ShownAct:
    entry, what = act.entry, act.entry.act
    return ShownAct(
        **_members(services, act),
        by=entry.by,
        by_name=names.get(entry.by),
        player=entry.about,
        player_name=names.get(entry.about),
        before=getattr(what, "before", None),
        report=getattr(what, "report", None),
        other=getattr(what, "other", None),
    )


def _members(services: Services, act: Numbered) -> dict[str, Any]:
    what, until = act.entry.act, getattr(act.entry.act, "until", None)
    return {
        "number": act.number,
        "at": moment(act.entry.at),
        "act": NAMES[type(what)],
        "reason": act.entry.reason,
        "state": services.act_log.state(act),
        "until": None if until is None else moment(until),
        "name": getattr(what, "name", None),
        "game": getattr(what, "game", None) or None,
        "restored": getattr(what, "act", None),
    }
