"""What players agree on happens once, at the event at which it was asked; bots have a rule of their own."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from random import Random

import pytest

from domain.commands import Play, Resign
from domain.errors import IllegalMove
from domain.events import BotDrawn, Event, GameCancelled, TurnUndone
from domain.pieces import Level
from domain.rules import Rules
from domain.undo import retractable
from projections.timing import Days
from service.assembly import assemble
from service.games.codec import decode_all
from service.games.commands import GameMoved
from service.games.consent.wishes import AnotherBot, CallOff, Pause, TakeBackTurn
from service.games.questions import LIFETIME
from service.games.seating import TableOpened
from service.lists.lines import read_line
from service.people.identity import Person
from service.runtime.refusal import Refused
from service.services import Services
from service.store.event_store import EventStore
from tests.support.api_persons import ManualClock
from tests.support.play import random_move

THREE = Rules("origins", 3, "discovery")
PEOPLE = [Person(name.lower(), name, has_account=True) for name in ("Oona", "Jaro", "Nag")]
UNDO = TakeBackTurn()


class Table:
    """A table that was played at until seat 0 can take back a turn that others have answered."""

    def __init__(self, store: EventStore, clock: ManualClock) -> None:
        self.store, self.clock = store, clock
        self.services: Services = assemble(store, clock)
        self.consent = self.services.consent
        self.game = ""
        self.again: Callable[[], Awaitable[None]] = self.open
        self.rng = Random(1)

    async def open(self, *bots: Level | None, rated: bool = False) -> None:
        self.again = partial(self.open, *bots, rated=rated)
        opened = TableOpened(THREE, (None, *bots), clock=Days(3), rated=rated)
        self.game, _ = await self.services.tables.open(opened, PEOPLE[0])
        for person, bot in zip(PEOPLE[1:], bots, strict=True):
            if bot is None:
                await self.services.tables.join(self.game, person)

    async def move(self) -> int:
        """One step of the seat to move, bots included."""
        state = await self.services.live.current(self.game)
        seat = state.position.seat
        assert seat is not None
        await self.services.commands.handle(self.game, Play(seat, random_move(state, self.rng)))
        return seat

    async def until_asked(self, *seats: int, over_reveal: bool = False) -> None:
        """Play on, in another game if this one is over, until just these must agree to what seat 0 wants to take back.

        Deals are shuffled by the service, so not every game comes to that."""
        while True:
            state = await self.services.live.current(self.game)
            retraction = retractable(state, 0)
            if retraction is not None and (retraction.voters, retraction.is_over_reveal) == (seats, over_reveal):
                return
            await (self.again() if state.position.seat is None else self.move())

    async def seq(self) -> int:
        return (await self.services.live.current(self.game)).version

    async def last(self) -> Event:
        return decode_all(await self.store.read(self.game))[-1].event


@pytest.fixture
async def table(store: EventStore) -> Table:
    table = Table(store, ManualClock())
    await table.open(None, None)
    return table


async def test_the_turn_is_taken_back_when_the_last_agrees(table: Table) -> None:
    await table.until_asked(1, 2)
    seq = await table.seq()
    await table.consent.ask(table.game, 0, UNDO)
    await table.consent.agree(table.game, 2, "undo")
    assert await table.seq() == seq, "one is not enough"
    await table.consent.agree(table.game, 1, "undo")
    undone = await table.last()
    assert isinstance(undone, TurnUndone)
    assert (undone.seat, undone.agreed) == (0, (2, 1))
    assert (await table.services.live.current(table.game)).position.seat == 0


async def test_who_did_not_move_is_not_asked(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)
    with pytest.raises(IllegalMove, match="Nobody asks you"):
        await table.consent.agree(table.game, 2, "undo")
    with pytest.raises(IllegalMove, match="Nobody asks you"):
        await table.consent.close(table.game, 2, "undo")
    await table.consent.agree(table.game, 1, "undo")
    assert isinstance(await table.last(), TurnUndone)


async def test_a_move_ends_the_question(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)
    with pytest.raises(IllegalMove, match="asked for this already"):
        await table.consent.ask(table.game, 0, UNDO)
    await table.move()
    with pytest.raises(IllegalMove, match="Nobody asks you"):
        await table.consent.agree(table.game, 1, "undo")
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)


async def test_so_does_time(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)
    table.clock.now += LIFETIME
    with pytest.raises(IllegalMove, match="Nobody asks you"):
        await table.consent.agree(table.game, 1, "undo")


async def test_after_a_refusal_one_waits(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)
    await table.consent.close(table.game, 1, "undo")
    for wish in (UNDO, CallOff(), Pause(3)):
        with pytest.raises(IllegalMove, match="again in 5 minutes"):
            await table.consent.ask(table.game, 0, wish)
    table.clock.now += 5 * 60_000
    await table.consent.ask(table.game, 0, UNDO)
    await table.consent.close(table.game, 0, "undo")
    await table.consent.ask(table.game, 0, UNDO)


async def test_of_an_answer_and_a_move_at_once_one_counts(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, UNDO)
    seq = await table.seq()
    state = await table.services.live.current(table.game)
    assert state.position.seat is not None
    move = Play(state.position.seat, random_move(state, table.rng))

    async def agree() -> None:
        with suppress(GameMoved, IllegalMove):
            await table.consent.agree(table.game, 1, "undo")

    async def move_at() -> None:
        with suppress(GameMoved):
            await table.services.commands.handle(table.game, move, expected=seq)

    await asyncio.gather(agree(), move_at())
    undone = [
        entry for entry in decode_all(await table.store.read(table.game, seq)) if isinstance(entry.event, TurnUndone)
    ]
    assert len(undone) == (await table.seq() == seq + 1 and isinstance(await table.last(), TurnUndone))


async def test_of_two_last_answers_at_once_one_carries_it_out(table: Table) -> None:
    await table.until_asked(1, 2)
    await table.consent.ask(table.game, 0, UNDO)
    seq = await table.seq()
    await asyncio.gather(*(table.consent.agree(table.game, seat, "undo") for seat in (1, 2)))
    assert isinstance(await table.last(), TurnUndone)
    assert await table.seq() == seq + 1


async def test_a_game_is_called_off_when_all_agree_and_has_no_result(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 2, CallOff())
    await table.consent.agree(table.game, 0, "call_off")
    await table.consent.agree(table.game, 1, "call_off")
    assert await table.last() == GameCancelled(2, (0, 1))
    assert (await table.services.tables.seating(table.game)).is_cancelled
    line = await read_line(table.store, table.game)
    assert line is not None
    assert line.listing.status == "cancelled"
    with pytest.raises(IllegalMove, match="over"):
        await table.consent.ask(table.game, 0, CallOff())


async def test_another_bot_is_drawn_by_those_who_stay(table: Table) -> None:
    await table.until_asked(1)
    with pytest.raises(IllegalMove, match="only for a player who has left"):
        await table.consent.ask(table.game, 0, AnotherBot(2, "mammoth"))
    await table.services.commands.handle(table.game, Resign(2, "pebble"))
    with pytest.raises(IllegalMove, match="there already"):
        await table.consent.ask(table.game, 0, AnotherBot(2, "pebble"))
    await table.consent.ask(table.game, 0, AnotherBot(2, "mammoth"))
    await table.consent.agree(table.game, 1, "draw_bot")
    assert await table.last() == BotDrawn(2, "mammoth", 0, (1,))


async def test_bots_agree_at_once(store: EventStore) -> None:
    table = Table(store, ManualClock())
    await table.open("pebble", "flint")
    await table.until_asked(1, 2, over_reveal=True)
    may = await table.consent.possible(table.game, 0)
    assert (may.undo, may.call_off, may.draw_bot) == ((), (), ())
    await table.consent.ask(table.game, 0, UNDO)
    undone = await table.last()
    assert isinstance(undone, TurnUndone)
    assert undone.agreed == (1, 2)
    await table.consent.ask(table.game, 0, CallOff())
    assert await table.last() == GameCancelled(0, (1, 2))


async def test_in_a_rated_game_bots_refuse_and_reveals_stay(store: EventStore) -> None:
    table = Table(store, ManualClock())
    await table.open(None, None, rated=True)
    await table.until_asked(1, 2, over_reveal=True)
    with pytest.raises(IllegalMove, match="In a rated game nothing is taken back"):
        await table.consent.ask(table.game, 0, UNDO)
    assert (await table.consent.possible(table.game, 0)).undo is None
    await table.until_asked(1)
    assert (await table.consent.possible(table.game, 0)).undo == (1,)
    await table.services.commands.handle(table.game, Resign(2, "pebble"))
    with pytest.raises(IllegalMove, match="bots do not agree"):
        await table.consent.ask(table.game, 0, CallOff())
    with pytest.raises(IllegalMove, match="the bot stays"):
        await table.consent.ask(table.game, 0, AnotherBot(2, "volcano"))


async def test_only_who_plays_asks_and_answers(table: Table) -> None:
    await table.until_asked(1)
    await table.consent.ask(table.game, 0, CallOff())
    await table.services.commands.handle(table.game, Resign(1, "pebble"))
    for attempt in (table.consent.ask(table.game, 1, CallOff()), table.consent.agree(table.game, 1, "call_off")):
        with pytest.raises((IllegalMove, Refused), match="You have left this seat"):
            await attempt
