"""How often one person may be invited: by guests, who are many, and by accounts."""

import pytest

from service.assembly import assemble
from service.lists.quotas import INVITATIONS, INVITED, INVITED_OFTEN
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock


async def test_many_guests_fill_nobodys_notices_with_invitations(store: EventStore) -> None:
    clock = ManualClock()
    quotas = assemble(store, clock).quotas
    for number in range(INVITED // 5):
        await quotas.take_invitation(Person(f"guest{number}", "Guest"), "oona", "Oona")
    with pytest.raises(Refused) as refused:
        await quotas.take_invitation(Person("another", "Guest"), "oona", "Oona")
    assert refused.value.reason.code == INVITED_OFTEN.code
    assert dict(refused.value.reason.details)["name"] == "Oona"
    await quotas.take_invitation(Person("guest", "Guest"), "jaro", "Jaro")
    friend = Person("friend", "Friend", has_account=True)
    for _ in range(INVITATIONS):
        await quotas.take_invitation(friend, "oona", "Oona")
    clock.pass_seconds(3600)
    await quotas.take_invitation(Person("guest", "Guest"), "oona", "Oona")
