"""Guests who have not come back are forgotten with what only they owned; games among others stay."""

from random import Random

import msgspec
import pytest

from domain.events import Player, SeatResigned
from domain.rules import Rules
from service.assembly import assemble
from service.games.codec import decode_all
from service.games.consent.cancelling import cancel
from service.games.seating import Origin, TableOpened
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.people.identity import Person
from service.privacy.absent_guests import AbsentGuests
from service.services import Services
from service.store.event_store import EventStore
from service.store.log_names import is_seating, table_of
from tests.support.api_persons import ManualClock
from tests.support.play import random_game

KINGDOMINO = Rules("kingdomino", 2)
WITH_A_BOT = TableOpened(KINGDOMINO, (None, "pebble"))
FOR_TWO = TableOpened(KINGDOMINO, (None, None))
GAME = random_game(KINGDOMINO, Random(1))
PLAYERS = (Player("Ann"), Player("Bob"))
DAYS = 90


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def services(store: EventStore, clock: ManualClock) -> Services:
    await store.prepare()
    return assemble(store, clock)


async def _forget(services: Services, clock: ManualClock) -> int:
    """What the leading worker does once a day, after the follower of the lists has seen everything."""
    async for log in services.store.games():
        if is_seating(log):
            await update_line(services.store, ListIndex(services.store), table_of(log))
    return await AbsentGuests(services.store, services.people, services.own_data, clock, DAYS).forget()


async def _games(services: Services) -> set[str]:
    return {table_of(log) async for log in services.store.games()}


async def _record(services: Services, person: Person) -> str:
    game = await services.tables.keep_record(KINGDOMINO, PLAYERS, GAME.events)
    await services.own_games.note_record(person.player, game)
    return game


async def test_an_absent_guest_is_forgotten_with_what_only_they_owned(services: Services, clock: ManualClock) -> None:
    oona, _ = await services.people.welcome("Oona")
    await services.tables.open(WITH_A_BOT, oona)
    called_off, _ = await services.tables.open(FOR_TWO, oona)
    await cancel(services.tables, services.commands, called_off, oona.player)
    await services.tables.open(FOR_TWO, oona)
    await _record(services, oona)
    await services.attempts.add_to_index("a-puzzle", oona.player)
    clock.pass_days(DAYS - 1)
    assert await _forget(services, clock) == 0
    assert len(await _games(services)) == 4
    clock.pass_days(1)
    assert await _forget(services, clock) == 1
    assert await _games(services) == set()
    assert [key async for key in services.store.keys(f"*{oona.player}*")] == []
    assert (await ListIndex(services.store).everything()) == {}
    assert oona.player not in services.departed, "nothing names them any more"
    assert await _forget(services, clock) == 0


async def test_games_with_others_go_on_under_a_neutral_name(services: Services, clock: ManualClock) -> None:
    oona, _ = await services.people.welcome("Oona")
    nag, secret = await services.people.welcome("Nag")
    game, _ = await services.tables.open(FOR_TWO, oona)
    await services.tables.join(game, nag)
    clock.pass_days(DAYS / 2)
    assert await services.people.bearer(secret) is not None, "a visit"
    clock.pass_days(DAYS / 2)
    assert await _forget(services, clock) == 1
    assert await _games(services) == {game}
    assert (await services.tables.seating(game)).names == ("Somebody", "Nag")
    events = [stamped.event for stamped in decode_all(await services.store.read(game))]
    assert [event.seat for event in events if isinstance(event, SeatResigned)] == [0]
    assert await services.people.bearer(secret) is not None


async def test_accounts_are_not_forgotten(services: Services, clock: ManualClock) -> None:
    oona, _ = await services.people.welcome("Oona")
    profile = await services.people.credentials.profile(oona.player)
    assert profile is not None
    signed_up = msgspec.structs.replace(profile, account="oona")
    await services.people.credentials.change(oona.player, profile, signed_up)
    game, _ = await services.tables.open(WITH_A_BOT, oona)
    clock.pass_days(10 * DAYS)
    assert await _forget(services, clock) == 0
    assert await _games(services) == {game}


async def test_a_table_that_continues_a_removed_game_is_called_off(services: Services, clock: ManualClock) -> None:
    oona, _ = await services.people.welcome("Oona")
    origin = await _record(services, oona)
    clock.pass_days(DAYS - 1)
    nag, _ = await services.people.welcome("Nag")
    ugh, _ = await services.people.welcome("Ugh")
    game, _ = await services.tables.fork(Origin(origin, 5), FOR_TWO, 0, nag)
    clock.pass_days(1)
    assert await _forget(services, clock) == 1
    _, table = await services.tables.join(game, ugh)
    assert table.is_cancelled
