"""Going on from a position of another game: the same for everybody at the table, and nothing hidden is carried over."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.commands import Play, RecruitCaveman, StartGame, UndoTurn
from domain.decide import decide
from domain.errors import IllegalMove
from domain.events import CavemanRecruited, Deal, Event, GameFinished, GameStarted, Player, TotemMoved, TurnUndone
from domain.fork import NOTHING_TO_CHOOSE, fork, hidden
from domain.game import INITIAL, Game
from domain.legal import legal
from domain.log import audit, replay
from domain.position import Position
from domain.rules import Rules
from domain.start import commitment
from domain.undo import undoable
from service.games.starting.shuffle import reshuffled
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.play import Played, random_game, random_move, start

SALT = "5a17"
TRIBE = Rules("origins", 3, "tribe")


def others(count: int) -> list[Player]:
    return [Player("Caller"), *[Player("Flint", "flint")] * (count - 1)]


def forked(events: list[Event], rng: Random) -> list[Event]:
    """From the position after `events`, everything hidden shuffled by `rng`."""
    [started, *_] = events
    assert isinstance(started, GameStarted)
    rest = reshuffled(hidden(events), rng)
    return fork(events, others(started.rules.seats), rest, f"{rng.getrandbits(256):064x}")


def faceless(position: Position) -> Position:
    return replace(position, players=(), left=())


def resting(played: Played) -> list[int]:
    """After which events of the game a seat is to choose, and nothing follows by itself."""
    return [game.version for game in played.games[1:] if game.position.step != "over"]


def played_on(game: Game, rng: Random) -> list[Event]:
    events: list[Event] = []
    while (seat := game.position.seat) is not None:
        happened = decide(game, Play(seat, random_move(game, rng)))
        events += happened
        game = replay(happened, game)
    return events


def searching_game(rng: Random) -> list[Event]:
    """A game in Tribe Mode whose chiefs save their resources for the pile, and sometimes think again."""
    game, log = INITIAL, list[Event]()
    command: StartGame | Play = start(TRIBE, rng)
    while True:
        happened = decide(game, command)
        game, log = replay(happened, game), [*log, *happened]
        if (seat := game.position.seat) is None:
            return log
        moves = legal(game.position)
        searches = [move for move in moves if isinstance(move, RecruitCaveman) and move.source == "pile"]
        wanted = searches or (moves[:1] if game.position.step == "recruit" else moves)
        command = Play(seat, rng.choice(wanted))
        if (turn := undoable(game)) and rng.random() < 0.1:
            command = Play(turn.seat, UndoTurn())


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_a_fork_begins_where_the_game_was_and_can_be_played_to_its_end(rules: Rules) -> None:
    rng = Random(name(rules))
    played = random_game(rules, rng, fickle=0.1)
    for at in {resting(played)[0], *rng.sample(resting(played), 2)}:
        before, log = replay(played.events[:at]), forked(played.events[:at], rng)
        after = audit(log)
        assert faceless(after.position) == faceless(before.position)
        assert after.position.players == tuple(others(rules.seats))
        rest = played_on(after, rng)
        assert isinstance(rest[-1], GameFinished)
        assert audit([*log, *rest]).position.winners is not None


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(CONFIGURATIONS), st.integers(0, 2**32), st.data())
def test_a_move_that_is_broken_off_is_finished(rules: Rules, seed: int, data: st.DataObject) -> None:
    rng = Random(seed)
    played = random_game(rules, rng, fickle=0.1)
    at = data.draw(st.integers(1, resting(played)[-1]))
    log = forked(played.events[:at], rng)
    assert audit(log).position.seat is not None
    there = faceless(replay(played.events[:at]).position)
    assert there in [faceless(replay(log[:length]).position) for length in range(1, len(log) + 1)]


def test_between_a_placed_domino_and_the_totem_it_brings_the_totem_still_comes() -> None:
    played = random_game(Rules("origins", 4, "totem"), Random(6))
    taken = [number for number, event in enumerate(played.events) if isinstance(event, TotemMoved)]
    for at in taken[:10]:
        assert played.events[at] in forked(played.events[:at], Random(1))


@pytest.mark.parametrize("rules", CONFIGURATIONS[::5], ids=name)
def test_what_is_hidden_is_dealt_in_the_order_given_and_the_rest_as_it_was_shown(rules: Rules) -> None:
    rng = Random(3)
    played = random_game(rules, rng, fickle=0.1)
    for at in rng.sample(resting(played), 5):
        before = replay(played.events[:at])
        rest = reshuffled(hidden(played.events[:at]), rng)
        game = audit(fork(played.events[:at], others(rules.seats), rest, SALT))
        assert game.deal is not None
        assert game.deal.dominoes[48 - len(rest.dominoes) :] == rest.dominoes
        assert set(rest.dominoes) == before.position.unseen == game.position.unseen
        assert game.pile == (rest.cavemen or ())
        assert Counter(game.pile) == Counter(before.position.pile)
        assert before.deal is not None
        assert game.deal.chiefs == before.deal.chiefs


@pytest.mark.parametrize("rules", CONFIGURATIONS[::5], ids=name)
def test_the_deal_of_the_other_game_plays_no_part(rules: Rules) -> None:
    """Two games that look alike so far but hide different orders are forked alike, and so is a public log."""
    rng = Random(8)
    played = random_game(rules, rng, commands=25, fickle=0.1)
    at = resting(played)[-1]
    rest = reshuffled(hidden(played.events[:at]), rng)
    other = fork(played.events[:at], others(rules.seats), rest, SALT)
    twin, public = played.events[:at], played.events[:at]
    assert isinstance(public[0], GameStarted)
    public[0] = replace(public[0], deal=None, salt=None)
    assert isinstance(other[0], GameStarted)
    twin[0] = replace(other[0], seats=public[0].seats)
    for log in (twin, public):
        assert hidden(log) == hidden(played.events[:at])
        assert fork(log, others(rules.seats), rest, SALT) == other


def test_before_anything_is_shown_the_whole_deal_is_hidden() -> None:
    played = random_game(TRIBE, Random(1))
    rest = hidden(played.events[:1])
    assert rest == Deal(tuple(range(1, 49)), replay(played.events[:1]).position.pile, (0, 1, 2))
    log = forked(played.events[:1], Random(2))
    assert audit(log).position.seat is not None
    assert log[1] != played.events[1]


def test_the_new_deal_has_its_own_commitment() -> None:
    played = random_game(TRIBE, Random(1))
    started, *_ = forked(played.events[:40], Random(2))
    assert isinstance(started, GameStarted)
    assert started.deal is not None
    assert started.salt is not None
    assert started.commitment == commitment(started.deal, started.salt)
    assert isinstance(played.events[0], GameStarted)
    assert started.salt != played.events[0].salt
    assert started.deal != played.events[0].deal


def test_however_often_the_pile_was_searched_the_rest_lies_as_it_was_shuffled() -> None:
    searched = 0
    for seed in range(8):
        rng = Random(seed)
        events = searching_game(rng)
        for end in range(len(events) // 2, len(events) - 10, 5):
            rest = reshuffled(hidden(events[:end]), rng)
            log = fork(events[:end], others(3), rest, f"{seed:x}")
            drawn = len(rest.cavemen or ()) - len(audit(log).pile)  # when a broken off move reveals a line
            assert audit(log).pile == (rest.cavemen or ())[drawn:]
        searched += sum(isinstance(event, CavemanRecruited) and event.source == "pile" for event in events)
    assert searched > 10


def test_turns_that_were_taken_back_leave_no_trace_and_can_be_taken_back_again() -> None:
    undone = 0
    for seed in range(5):
        played = random_game(Rules("origins", 2, "discovery"), Random(seed), fickle=0.3)
        for at in resting(played)[::9]:
            log = forked(played.events[:at], Random(1))
            game = audit(log)
            assert not any(isinstance(event, TurnUndone) for event in log)
            if turn := undoable(game):
                back = decide(game, Play(turn.seat, UndoTurn()))
                audit([*log, *back])
                undone += 1
    assert undone > 10


@pytest.mark.parametrize("rules", CONFIGURATIONS[::9], ids=name)
def test_a_game_that_is_decided_is_not_gone_on_with(rules: Rules) -> None:
    played = random_game(rules, Random(4))
    for at in range(played.games[-2].version + 1, len(played.events) + 1):
        with pytest.raises(IllegalMove) as illegal:
            forked(played.events[:at], Random(1))
        assert illegal.value.reason == NOTHING_TO_CHOOSE


def test_every_order_of_what_is_hidden_is_as_likely() -> None:
    """χ² over the orders of four dominoes and of three cavemen, two of them alike."""
    rest = Deal((4, 8, 15, 16), ("hunter", "hunter", "shaman"), (0, 1))
    rng, count = Random(12), 6000
    seen = [reshuffled(rest, rng) for _ in range(count)]
    dominoes = Counter(deal.dominoes for deal in seen)
    assert set(dominoes) == set(permutations(rest.dominoes))
    assert sum((times - count / 24) ** 2 / (count / 24) for times in dominoes.values()) < 49.7  # p = 0.001, 23 degrees
    cavemen = Counter(deal.cavemen for deal in seen)
    assert len(cavemen) == 3
    assert sum((times - count / 3) ** 2 / (count / 3) for times in cavemen.values()) < 13.8
    assert {deal.chiefs for deal in seen} == {(0, 1), (1, 0)}
