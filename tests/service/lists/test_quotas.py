"""What one person, and one network, may do in an hour or a day: the refusal says how much, and when it ends."""

from collections.abc import Awaitable, Callable

import pytest

import service.lists.quotas
from service.assembly import assemble
from service.lists.quotas import (
    INVITATIONS,
    INVITED,
    INVITED_OFTEN,
    OPENED_A_DAY,
    OPENED_OF_NETWORK,
    WRITTEN,
    Limits,
    Quotas,
)
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


async def most_of(take: Callable[[int], Awaitable[None]]) -> tuple[int, Refused]:
    """How often something is allowed, each time to somebody else, and the refusal that follows."""
    for count in range(1_000):
        try:
            await take(count)
        except Refused as refused:
            return count, refused
    pytest.fail("there is no limit")


def somebody(address: str, number: int) -> Person:
    return Person(f"guest {number} of {address}", "Guest")


@pytest.mark.parametrize(
    ("take", "of_a_network", "code"),
    [
        (Quotas.take_kept, 4 * Limits.for_games(20).kept, "too_many_kept"),
        (Quotas.take_written, 4 * 10, "too_much_written"),
        (Quotas.take_tournament, OPENED_OF_NETWORK, "opened_today"),
    ],
)
async def test_a_network_has_a_share_however_many_its_people_and_a_48_has_four(
    store: EventStore,
    monkeypatch: pytest.MonkeyPatch,
    take: Callable[[Quotas, Person, str], Awaitable[None]],
    of_a_network: int,
    code: str,
) -> None:
    monkeypatch.setattr(service.lists.quotas, "WRITTEN", 10)
    quotas = assemble(store, ManualClock(), games=20).quotas
    for address in ("198.51.100.7", "2001:db8:1:1::7"):
        count, refused = await most_of(lambda number, address=address: take(quotas, somebody(address, number), address))  # type: ignore[misc]
        assert (count, refused.reason.code) == (of_a_network, code)
        assert dict(refused.reason.details)["most"] == of_a_network
    count, _ = await most_of(lambda number: take(quotas, somebody("2001:db8:2", number), f"2001:db8:2:{number:x}::7"))
    assert count == 4 * of_a_network
    for number in range(4 * of_a_network + 1):  # our own programs, or a proxy that does not forward addresses
        await take(quotas, somebody("here", number), "127.0.0.1")


@pytest.mark.parametrize(("has_account", "most"), [(True, WRITTEN), (False, WRITTEN // 5)])
async def test_who_has_written_much_goes_on_in_the_next_hour(store: EventStore, has_account: bool, most: int) -> None:
    clock = ManualClock()
    quotas, person = assemble(store, clock).quotas, Person("oona", "Oona", has_account=has_account)
    count, refused = await most_of(lambda _: quotas.take_written(person, "127.0.0.1"))
    assert count == most
    assert refused.retry_after is not None
    clock.pass_seconds(refused.retry_after)
    await quotas.take_written(person, "127.0.0.1")


async def test_a_person_opens_a_few_tournaments_in_a_day(store: EventStore) -> None:
    clock = ManualClock()
    quotas, person = assemble(store, clock).quotas, Person("oona", "Oona", has_account=True)
    count, refused = await most_of(lambda _: quotas.take_tournament(person, "127.0.0.1"))
    assert count == OPENED_A_DAY
    assert refused.retry_after is not None
    clock.pass_seconds(refused.retry_after - 10)
    with pytest.raises(Refused):
        await quotas.take_tournament(person, "127.0.0.1")
    clock.pass_seconds(10)
    await quotas.take_tournament(person, "127.0.0.1")
