"""A plan moves when its owner's turn comes: what it says, once, and only while that is possible."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from domain.commands import DraftDomino, PassRecruit, PlaceDomino, Play, Resign, Step, UndoTurn
from domain.events import DominoDrafted, DominoPlaced
from domain.legal import legal
from domain.log import audit
from domain.rules import Rules
from service.games.codec import decode_all
from service.people.identity import Person
from service.plans.conduct import most_points
from service.store.errors import Unavailable
from tests.support.notice_worlds import JARO, NAG, OONA
from tests.support.plan_worlds import QUARTET, PlanWorld

TRIBE = Rules("origins", 3, "tribe")
TOTEM = Rules("origins", 4, "totem")
UGH = Person("ugh", "Ugh")
EVERYBODY = (OONA, JARO, NAG, UGH)


async def by_oona(world: PlanWorld, game: str, after: int) -> Sequence[object]:
    entries = decode_all(await world.store.read(game, after))
    return [entry.event for entry in entries if getattr(entry.event, "seat", None) == 0]


def drafts(*dominoes: int) -> list[Step]:
    return [DraftDomino(domino) for domino in dominoes]


async def test_the_first_of_the_wishes_that_is_free_is_taken(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    state = await world.state(game)
    first, *others = state.position.free
    await world.plan(game, OONA, *drafts(first, *reversed(others)), placing="points")
    await world.follow()
    assert await by_oona(world, game, state.version) == [], "it is not her turn yet"
    while (position := (await world.state(game)).position).step != "draft":
        await world.move(game, world.rng)
    await world.services.commands.handle(game, Play(position.seat or 0, DraftDomino(first)))
    await world.follow()
    [drafted] = [event for event in await by_oona(world, game, state.version) if isinstance(event, DominoDrafted)]
    assert drafted.domino == others[-1]
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert (own.ended.why, own.is_open) == ("done", False)
    assert DraftDomino(others[-1]) in [made.step for made in own.made]


async def test_the_domino_is_laid_exactly_there(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    state = await world.state(game)
    number = state.position.line[1].domino
    await world.finish_turn(game)
    places = [move for move in legal((await world.state(game)).position) if isinstance(move, PlaceDomino)]
    await world.plan(game, OONA, places[-1])  # it is her turn already: it moves at once, and asks for the draft
    await world.follow()
    [laid] = [event for event in await by_oona(world, game, state.version) if isinstance(event, DominoPlaced)]
    assert (laid.domino, laid.a, laid.b) == (number, places[-1].a, places[-1].b)
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert own.ended.why == "asked"
    assert (await world.state(game)).position.step == "draft"
    assert await world.mover(game) == OONA.player


async def test_it_asks_when_nothing_it_was_told_is_possible(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, *drafts((await world.state(game)).position.line[0].domino))
    await world.finish_turn(game)
    before = await world.state(game)
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert own.ended.why == "asked"
    assert (await world.state(game)).version == before.version


async def test_it_stops_when_somebody_takes_what_was_named(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    position = (await world.state(game)).position
    first = position.free[0]
    await world.plan(game, OONA, choosing="points", placing="points", stop_if_taken=(first,))
    while (position := (await world.state(game)).position).step != "draft":
        await world.move(game, world.rng)
    await world.services.commands.handle(game, Play(position.seat or 0, DraftDomino(first)))
    before = await world.state(game)
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert (own.ended.why, own.ended.domino) == ("taken", first)
    assert (await world.state(game)).version == before.version
    assert not own.made


async def test_it_ends_when_its_owner_moves(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.finish_turn(game)
    await world.move(game, world.rng)  # Oona, before any worker
    before = await world.state(game)
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert own.ended.why == "by_hand"
    assert (await world.state(game)).version == before.version


async def test_it_ends_when_a_turn_is_taken_back_that_began_before_it(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.move(game, world.rng)  # the other has placed
    seat = (await world.state(game)).position.seat or 0
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.services.commands.handle(game, Play(seat, UndoTurn()))
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert own.ended.why == "undone"


async def test_it_outlives_what_is_taken_back_after_it(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    seat = (await world.state(game)).position.seat or 0
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.move(game, world.rng)
    await world.services.commands.handle(game, Play(seat, UndoTurn()))
    await world.follow()
    assert (await world.plans(game, OONA)).is_open
    await world.finish_turn(game)
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.made
    assert own.ended is not None
    assert own.ended.why == "done"


async def test_it_ends_when_a_bot_plays_on_or_the_game_is_over(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.services.commands.handle(game, Resign(0, "pebble"))
    await world.follow()
    own = await world.plans(game, OONA)
    assert own.ended is not None
    assert own.ended.why == "left"


async def test_a_withdrawn_plan_does_nothing_and_another_takes_the_place_of_one(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.plan(game, OONA, choosing="points", placing="points")
    await world.services.plans.withdraw(game, OONA.player, (await world.state(game)).version)
    await world.finish_turn(game)
    before = await world.state(game)
    await world.follow()
    assert (await world.state(game)).version == before.version
    await world.plan(game, OONA, choosing="points")
    await world.plan(game, OONA, placing="points")
    await world.follow()
    own = await world.plans(game, OONA)
    assert [type(made.step) for made in own.made] == [PlaceDomino], "the newest, which asks what to draft"


@pytest.mark.parametrize("rules", [QUARTET, TRIBE, TOTEM], ids=["kingdomino", "tribe", "totem"])
async def test_a_game_that_is_played_by_plans_alone(world: PlanWorld, rules: Rules) -> None:
    game = await world.table(*EVERYBODY[: rules.seats], rules=rules)
    rng = Random(7)
    while (seat := (await world.state(game)).position.seat) is not None:
        if seat == 0:
            await world.plan(game, OONA, PassRecruit(), choosing="points", placing="points")
            before = (await world.state(game)).version
            await world.follow()
            assert (await world.state(game)).version > before
        else:
            await world.move(game, rng)
    log = [entry.event for entry in decode_all(await world.store.read(game))]
    assert audit(log).position.winners is not None


async def test_the_most_points_are_what_is_told_of_each_move(world: PlanWorld) -> None:
    game = await world.waiting(*EVERYBODY)
    await world.finish_turn(game)
    position = (await world.state(game)).position
    step = most_points(position)
    assert step in legal(position)


@pytest.mark.parametrize("seed", range(12))
async def test_a_move_is_made_once_whatever_dies(world: PlanWorld, seed: int) -> None:
    """Pebble would choose another step each time."""
    rng, game = Random(seed), await world.waiting(*EVERYBODY, hints=True)
    begin = (await world.state(game)).version
    await world.plan(game, OONA, choosing="pebble", placing="pebble")
    await world.finish_turn(game)
    for _ in range(8):
        with suppress(Unavailable):
            await world.follow(world.worker(rng))
    await world.follow()
    own, events = await world.plans(game, OONA), await by_oona(world, game, begin)
    assert sum(isinstance(event, DominoDrafted) for event in events) == 1
    assert sum(isinstance(event, DominoPlaced) for event in events) == 1
    assert own.ended is not None
    assert own.ended.why == "done"
    assert [type(made.step) for made in own.made] == [PlaceDomino, DraftDomino]
    log = [entry.event for entry in decode_all(await world.store.read(game))]
    audit(log)
