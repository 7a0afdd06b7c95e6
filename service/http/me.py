"""The caller as the API shows them to themselves, and the credentials for signing in and up."""

from datetime import datetime

import msgspec
from msgspec import UNSET, UnsetType

from service.people.credentials import Kind, Scope
from service.people.identity import Person
from service.people.standing import LimitKind, Role, Standing
from service.runtime.clock import moment


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class ShownLimit(msgspec.Struct, frozen=True):
    """An act of moderators that is in force."""

    act: LimitKind
    number: int  # in the log of acts
    reason: str
    until: datetime | None  # null until it is taken back


class ShownStanding(msgspec.Struct, frozen=True):
    limits: list[ShownLimit]
    warnings: int


class Me(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool  # false for a guest
    scopes: tuple[Scope, ...]  # of the credential used
    by: Kind  # the credential used: a guest's token, a session, or a personal token
    role: Role | UnsetType = UNSET  # left out without one
    standing: ShownStanding | UnsetType = UNSET  # left out if moderators have nothing against you


def me_of(person: Person) -> Me:
    role = person.standing.role or UNSET
    return Me(person.player, person.name, person.has_account, person.scopes, person.kind, role, _standing(person))


def _standing(person: Person) -> ShownStanding | UnsetType:
    limits, warnings = person.standing.limits, person.standing.warnings
    return shown_standing(person.standing) if limits or warnings else UNSET


def shown_standing(standing: Standing) -> ShownStanding:
    limits = [ShownLimit(limit.act, limit.number, limit.reason, _time(limit.until)) for limit in standing.limits]
    return ShownStanding(limits, standing.warnings)


def _time(milliseconds: int | None) -> datetime | None:
    return None if milliseconds is None else moment(milliseconds)
