"""The caller as the API shows them to themselves, and the credentials for signing in and up."""

import msgspec

from service.people.credentials import Kind, Scope
from service.people.identity import Person


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class Me(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool  # false for a guest
    scopes: tuple[Scope, ...]  # of the credential used
    by: Kind  # the credential used: a guest's token, a session, or a personal token


def me_of(person: Person) -> Me:
    return Me(person.player, person.name, person.has_account, person.scopes, person.kind)
