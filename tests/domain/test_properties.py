"""What must hold in every game: properties over random play of every configuration."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.commands import (
    ClaimDomino,
    DeclineDomino,
    DraftDomino,
    GiveTotem,
    Move,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    ThrowFire,
    UndoTurn,
)
from domain.decide import decide
from domain.dominoes import NUMBERS
from domain.errors import IllegalMove
from domain.events import CavemanRecruited, Event, GameStarted, TurnUndone
from domain.game import Game
from domain.grid import Cell
from domain.legal import legal
from domain.log import audit, replay
from domain.notation.moves import read_move, write_move
from domain.notation.positions import read_position, write_position
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.pieces import CAVEMEN, RESOURCES
from domain.position import Position
from domain.rules import Rules
from domain.scoring import score
from domain.territory import Territory
from domain.undo import undoable
from projections.frames import frames
from projections.table import public, table
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.invariants import check_log, check_settled
from tests.support.play import Played, random_game

each_configuration = pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
anyhow = settings(
    max_examples=1, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)
luck = st.integers(0, 2**32).map(Random)


def stopped_somewhere(rules: Rules, rng: Random) -> Played:
    return random_game(rules, rng, commands=rng.randint(1, 110), fickle=0.05)


@each_configuration
@anyhow
@given(rng=luck)
def test_legal_is_what_decide_accepts(rules: Rules, rng: Random) -> None:
    game = stopped_somewhere(rules, rng).end
    allowed = legal(game.position)
    assert len(allowed) == len(set(allowed))
    assert all(_accepts(game, move) for move in allowed[:: max(1, len(allowed) // 50)])
    for move in _imaginable(game.position, rng):
        assert _accepts(game, move) == (move in allowed), move


def _accepts(game: Game, move: Move) -> bool:
    try:
        return bool(decide(game, Play(game.position.seat or 0, move)))
    except IllegalMove:
        return False


def _imaginable(position: Position, rng: Random) -> Iterator[Move]:
    """Moves of every kind, sensible and not, that fit on paper."""
    reach = range(-position.rules.size, position.rules.size + 1)
    cells: list[Cell] = [(x, y) for x in reach for y in reach]
    numbers = sorted(NUMBERS)
    if position.step == "place":
        near = [(a, (a[0] + dx, a[1] + dy)) for a in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1))]
        yield from (PlaceDomino(position.domino.number, a, b) for a, b in near)
    yield from (PlaceDomino(number, (0, 1), (0, 2)) for number in numbers)
    yield from (DeclineDomino(number) for number in numbers)
    yield from (DraftDomino(number) for number in numbers)
    yield from (ClaimDomino(domino=number) for number in numbers)
    yield from (ClaimDomino(dominoes=pair) for pair in combinations(numbers, 2) if rng.random() < 0.05)
    yield from (ClaimDomino(dominoes=pair) for pair in product(position.free, position.free))
    yield from (ThrowFire(cell) for cell in cells)
    yield from (GiveTotem(kind, seat) for kind in RESOURCES for seat in range(4))
    yield PassRecruit()
    for _ in range(300):
        squares = sorted(position.territory.squares) if position.seat is not None else []
        if position.step != "recruit" or not squares:
            squares = cells
        spend = _in_order_of_kinds(position, rng.sample(squares, min(len(squares), rng.choice((1, 2, 2, 2, 3, 4, 4)))))
        yield RecruitCaveman(rng.choice(list(CAVEMEN)), "cave", spend, rng.choice(squares))
        yield RecruitCaveman(rng.choice(list(CAVEMEN)), "pile", spend, rng.choice(squares))


def _in_order_of_kinds(position: Position, cells: list[Cell]) -> tuple[Cell, ...]:
    """`decide` takes payments in any order; `legal` lists each once, in the order of the kinds."""
    if position.seat is None:
        return tuple(cells)
    squares = position.territory.squares
    kinds = [squares[cell].resource if cell in squares else None for cell in cells]
    order = sorted(range(len(cells)), key=lambda at: RESOURCES.index(kind) if (kind := kinds[at]) else 9)
    return tuple(cells[at] for at in order)


@each_configuration
@anyhow
@given(rng=luck)
def test_everything_is_in_exactly_one_place_after_every_event(rules: Rules, rng: Random) -> None:
    played = random_game(rules, rng, fickle=0.03)
    end = check_log(played.events)
    assert end.position == played.end.position
    for game in played.games[1:]:
        check_settled(game)


@each_configuration
@anyhow
@given(rng=luck)
def test_replaying_is_stepping(rules: Rules, rng: Random) -> None:
    played = random_game(rules, rng, fickle=0.03)
    assert replay(played.events) == played.end
    assert audit(played.events) == played.end
    assert frames(played.events)[-1].game == played.end
    half = len(played.events) // 2
    assert frames(played.events[half:], frames(played.events[:half])[-1])[-1].game == played.end


@each_configuration
@anyhow
@given(rng=luck)
def test_a_public_log_rebuilds_the_same_position(rules: Rules, rng: Random) -> None:
    played = stopped_somewhere(rules, rng)
    seen = list(public(played.events, is_over=False))
    assert audit(seen).position == replay(seen).position == played.end.position


@each_configuration
@anyhow
@given(rng=luck)
def test_taking_back_restores_the_start_of_the_turn(rules: Rules, rng: Random) -> None:
    played = stopped_somewhere(rules, rng)
    for game in played.games[-8:]:
        if turn := undoable(game):
            assert decide(game, Play(turn.seat, UndoTurn())) == [TurnUndone(turn.seat, turn.start)]
            undone = replay([TurnUndone(turn.seat, turn.start)], game)
            assert undone.position == replay(played.events[: turn.start]).position
            assert undone.position.seat == turn.seat


@each_configuration
@anyhow
@given(rng=luck)
def test_notation_and_codec_give_everything_back(rules: Rules, rng: Random) -> None:
    played = random_game(rules, rng, commands=rng.randint(1, 120), fickle=0.05)
    assert read_record(write_record(played.events)) == played.events
    seen = list(public(played.events, is_over=False))
    assert read_record(write_record(seen)) == seen
    for game in played.games[1::7]:
        assert read_position(write_position(game.position)) == game.position
        for move in legal(game.position)[:40]:
            assert read_move(write_move(move), claiming=game.position.step == "claim") == move
            assert msgspec.json.decode(msgspec.json.encode(move), type=Move) == move
    for event in played.events:
        assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(event), type=Event) == event


@each_configuration
@anyhow
@given(rng=luck)
def test_unseen_order_changes_nobodys_table(rules: Rules, rng: Random) -> None:
    played = stopped_somewhere(rules, rng)
    other = [_with_another_future(played, rng), *played.events[1:]]
    for viewer in (None, *range(rules.seats)):
        ours, theirs = (table(frames(log)[-1], viewer) for log in (played.events, other))
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs)


def _with_another_future(played: Played, rng: Random) -> GameStarted:
    """The same beginning, but the dominoes and cavemen nobody has seen lie in another order."""
    started, position = played.events[0], played.end.position
    assert isinstance(started, GameStarted)
    assert started.deal is not None
    seen = len(NUMBERS) - len(position.unseen)
    dominoes = (*started.deal.dominoes[:seen], *rng.sample(sorted(position.unseen), len(position.unseen)))
    cavemen = started.deal.cavemen
    if cavemen is not None:
        shown = len(cavemen) - len(position.pile)
        searched = any(isinstance(event, CavemanRecruited) and event.source == "pile" for event in played.events)
        cavemen = cavemen if searched else (*cavemen[:shown], *rng.sample(cavemen[shown:], len(cavemen) - shown))
    deal = msgspec.structs.replace(started.deal, dominoes=dominoes, cavemen=cavemen)
    return msgspec.structs.replace(started, deal=deal)


@each_configuration
@anyhow
@given(rng=luck)
def test_scores_survive_rotation_and_mirroring(rules: Rules, rng: Random) -> None:
    position = stopped_somewhere(rules, rng).end.position
    for seat, land in enumerate(position.territories):
        totals = {score(rules, turned, position.totems, seat).total for turned in _symmetries(land)}
        assert len(totals) == 1


def _symmetries(land: Territory) -> Iterator[Territory]:
    for _ in range(4):
        land = Territory(land.size, {(-y, x): square for (x, y), square in land.squares.items()})
        yield land
        yield Territory(land.size, {(-x, y): square for (x, y), square in land.squares.items()})
