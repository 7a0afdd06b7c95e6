"""What needs the consent of others: taking back a turn that somebody has answered, calling off later, another bot."""

from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from domain.commands import (
    CancelGame,
    ClaimDomino,
    ClaimVictory,
    Command,
    DraftDomino,
    DrawBot,
    PlaceDomino,
    Play,
    Resign,
    TakeBack,
    UndoTurn,
)
from domain.decide import advance
from domain.errors import IllegalMove
from domain.events import BotDrawn, CaveRevealed, Event, GameCancelled, LineRevealed, Player, TurnUndone
from domain.fork import hidden
from domain.game import INITIAL, Game
from domain.log import audit, replay
from domain.notation.positions import read_position, write_position
from domain.notation.reading import read_record
from domain.notation.records import write_record
from domain.rules import Rules
from domain.undo import retractable
from projections.table import public
from tests.support.invariants import check, check_settled
from tests.support.play import random_move, start
from tests.support.spec import DISCOVERY, NEOLITHIC, TRIBE, after, play, started

RIGHT, FAR_RIGHT, BELOW, FAR_BELOW = (1, 0), (2, 0), (0, 1), (0, 2)

# With two seats: the first round, in which seat 0 stands on dominoes 1 and 4 of the line, seat 1 on 2 and 3.
FIRST = (PlaceDomino(1, RIGHT, FAR_RIGHT), DraftDomino(5))
SECOND = (PlaceDomino(2, RIGHT, FAR_RIGHT), DraftDomino(6))
THIRD = (PlaceDomino(3, BELOW, FAR_BELOW), DraftDomino(7))
FOURTH = (PlaceDomino(4, BELOW, FAR_BELOW),)


def claimed() -> list[Event]:
    return play(started(NEOLITHIC), ClaimDomino(dominoes=(1, 4)))


# Taking back


def test_who_moved_since_agrees_and_their_moves_go_with_the_turn() -> None:
    log = claimed()
    back = after(play(log, *FIRST, *SECOND)).when(TakeBack(0, (1,))).then(TurnUndone(0, len(log), (1,)))
    assert back.position == replay(log).position


def test_without_them_the_turn_stands() -> None:
    moved = after(play(claimed(), *FIRST, *SECOND))
    moved.when(TakeBack(0, ())).refused("not_agreed")
    moved.when(Play(0, UndoTurn())).refused("nothing_to_undo")


def test_with_four_seats_only_those_who_moved_are_asked() -> None:
    log = play(started(DISCOVERY), ClaimDomino(domino=3), ClaimDomino(domino=1))
    voters = [back and back.voters for back in (retractable(replay(log), seat) for seat in range(4))]
    assert voters == [(1,), (), None, None]
    claimed_by_all = play(log, ClaimDomino(domino=2))  # the last domino is left to seat 3, and a line is revealed
    voters = [back and back.voters for back in (retractable(replay(claimed_by_all), seat) for seat in range(4))]
    assert voters == [(1, 2, 3), (0, 2, 3), (0, 1, 3), None]


def test_past_a_reveal_all_agree() -> None:
    log = play(claimed(), *FIRST, *SECOND, *THIRD)
    moved = play(log, *FOURTH)
    assert isinstance(moved[-1], LineRevealed)
    retraction = retractable(replay(moved), 0)
    assert retraction is not None
    assert (retraction.turn.start, retraction.voters, retraction.is_over_reveal) == (len(log), (1,), True)
    back = after(moved).when(TakeBack(0, (1,))).then(TurnUndone(0, len(log), (1,)))
    assert back.position == replay(log).position
    again = back.when(Play(0, FOURTH[0]))
    assert again.events[-1] == moved[-1], "the same line is revealed again"


def test_nothing_is_taken_back_past_somebody_leaving() -> None:
    left = after(play(claimed(), *FIRST, *SECOND)).when(Resign(1, "flint"))
    left.when(TakeBack(0, (1,))).refused("no_turn_to_take_back")


def test_the_turn_can_be_taken_back_again_and_is_counted() -> None:
    moved = play(claimed(), *FIRST, *SECOND)
    back = after(moved).when(TakeBack(0, (1,)))
    again = back.when(Play(0, FIRST[0]))
    assert again.game.before is not None
    assert again.game.before.undone == 1


# Calling off, and another bot


def test_a_game_is_called_off_later_if_all_others_agree() -> None:
    log = play(claimed(), *FIRST)
    over = after(log).when(CancelGame(0, (1,))).then(GameCancelled(0, (1,)))
    assert over.position.is_cancelled
    assert (over.position.seat, over.position.winners) == (None, None)
    over.when(Play(1, SECOND[0])).refused("cancelled")
    assert read_position(write_position(over.position)).is_cancelled
    assert hidden([*log, *over.events]) == hidden(log)


@pytest.mark.parametrize("agreed", [(), (1, 2), (1, 2, 3, 3), (0, 1, 2, 3)])
def test_it_is_not_if_somebody_does_not(agreed: tuple[int, ...]) -> None:
    log = play(started(DISCOVERY), ClaimDomino(domino=3))
    after(log).when(CancelGame(0, agreed)).refused("not_agreed" if agreed else "moved_already")


def test_another_bot_plays_on_for_who_has_left() -> None:
    left = after(play(started(DISCOVERY), ClaimDomino(domino=3))).when(Resign(2, "flint"))
    drawn = left.when(DrawBot(0, 2, "volcano", (3, 1))).then(BotDrawn(2, "volcano", 0, (3, 1)))
    assert drawn.position.players[2] == Player("Cyril", "volcano")
    assert drawn.position.left == (2,)
    left.when(DrawBot(0, 2, "volcano", (3,))).refused("not_agreed")
    left.when(DrawBot(0, 1, "volcano", (2, 3))).refused("not_left")
    left.when(DrawBot(2, 2, "volcano", (0, 1, 3))).refused("a_bot_already")


def test_who_is_alone_with_bots_asks_nobody() -> None:
    left = after(claimed()).when(Resign(1, "flint"))
    drawn = left.when(DrawBot(0, 1, "pebble")).then(BotDrawn(1, "pebble", 0, ()))
    drawn.when(ClaimVictory(0))


# Any mix

MIXES = (NEOLITHIC, TRIBE, Rules("origins", 3, "totem"), Rules("kingdomino", 2), Rules("kingdomino", 4))


class Table(RuleBasedStateMachine):
    """People who move, ask and agree as they like. Who must agree is worked out here from the moves alone."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Event] = []
        self.game: Game = INITIAL
        self.moves: list[tuple[int, int]] = []  # that stand: the event before, and the seat
        self.since = 0  # the event with which somebody left last
        self.rng = Random(0)

    @initialize(rules=st.sampled_from(MIXES), seed=st.integers(0, 2**32))
    def begins(self, rules: Rules, seed: int) -> None:
        self.rng = Random(seed)
        self.log, self.game = advance(INITIAL, start(rules, self.rng))

    def take(self, command: Command) -> None:
        events, self.game = advance(self.game, command)
        self.log += events

    def is_running(self) -> bool:
        return self.game.position.step != "over"

    @precondition(is_running)
    @rule(steps=st.integers(1, 12))
    def moves_on(self, steps: int) -> None:
        for _ in range(steps):
            if (seat := self.game.position.seat) is not None:
                self.moves.append((self.game.version, seat))
                self.take(Play(seat, random_move(self.game, self.rng)))

    @precondition(is_running)
    @rule(pick=st.integers(0, 3), order=st.randoms(use_true_random=False))
    def takes_back(self, pick: int, order: Random) -> None:
        seat = pick % self.game.position.rules.seats
        retraction = retractable(self.game, seat)
        own = [version for version, mover in self.moves if mover == seat and version >= self.since]
        assert (retraction is None) == (not own)
        if retraction is None:
            return
        begin = retraction.turn.start
        assert begin <= own[-1]
        others = {mover for version, mover in self.moves if version > own[-1]} - {seat}
        is_revealed = any(isinstance(event, LineRevealed | CaveRevealed) for event in self.standing(own[-1]))
        assert retraction.is_over_reveal == is_revealed
        expected = {*range(self.game.position.rules.seats)} - {seat} if is_revealed else others
        assert {*retraction.voters} == expected
        for wrong in ([*retraction.voters, seat], retraction.voters[1:]):
            if wrong != retraction.voters:
                self.refuses(TakeBack(seat, tuple(wrong)))
        before = replay(self.log[:begin])
        self.take(TakeBack(seat, tuple(order.sample(retraction.voters, len(retraction.voters)))))
        assert self.game.position == before.position
        self.moves = [move for move in self.moves if move[0] < begin]

    def standing(self, after: int) -> list[Event]:
        """The events after this one that were not taken back."""
        kept: list[tuple[int, Event]] = []
        for number, event in enumerate(self.log, 1):
            if isinstance(event, TurnUndone):
                kept = [(seq, earlier) for seq, earlier in kept if seq <= event.to]
            else:
                kept.append((number, event))
        return [event for seq, event in kept if seq > after]

    def refuses(self, command: Command) -> None:
        with pytest.raises(IllegalMove):
            advance(self.game, command)

    @precondition(is_running)
    @rule(pick=st.integers(0, 3))
    def leaves_and_another_bot_is_drawn(self, pick: int) -> None:
        seats = range(self.game.position.rules.seats)
        people = [seat for seat in seats if self.game.position.players[seat].bot is None]
        seat = pick % len(seats)
        if seat not in people or len(people) < 2:
            return
        self.take(Resign(seat, "flint"))
        by = next(other for other in people if other != seat)
        self.take(DrawBot(by, seat, "pebble", tuple(other for other in seats if other not in (by, seat))))
        self.since = self.game.version

    @precondition(is_running)
    @rule(is_agreed=st.sampled_from((False, False, False, True)))
    def calls_off(self, is_agreed: bool) -> None:
        others = tuple(range(1, self.game.position.rules.seats))
        if is_agreed and self.game.version > 60:  # else most games would be short
            self.take(CancelGame(0, others))
        else:
            self.refuses(CancelGame(0, others[1:]) if len(others) > 1 else CancelGame(0, (0, *others)))

    @precondition(lambda self: not self.is_running())
    @rule(seat=st.integers(0, 1))
    def asks_after_the_end(self, seat: int) -> None:
        for command in (TakeBack(seat, (1 - seat,)), CancelGame(seat, (1 - seat,)), DrawBot(seat, 1 - seat, "pebble")):
            self.refuses(command)

    @invariant()
    def nothing_is_in_two_places(self) -> None:
        if self.log and not self.game.position.is_called_off:  # which may leave a fire in the air
            check(self.game.position, self.standing(0))
            check_settled(self.game)

    @invariant()
    def no_hidden_thing_comes_differently_the_second_time(self) -> None:
        shown: dict[int, tuple[int, ...]] = {}
        for event in self.log:
            if isinstance(event, LineRevealed):
                assert shown.setdefault(event.line, event.dominoes) == event.dominoes

    def teardown(self) -> None:
        """The log is enough, with the deal and without it, as events and as text."""
        if self.log:
            assert audit(self.log).position == self.game.position
            assert audit(public(self.log, is_over=False)).position == self.game.position
            assert read_record(write_record(self.log)) == self.log


Table.TestCase.settings = settings(max_examples=25, stateful_step_count=25, deadline=None, derandomize=True)
test_any_mix_of_moves_and_consent: type = Table.TestCase


@pytest.mark.parametrize("rules", MIXES, ids=str)
def test_a_long_mix(rules: Rules) -> None:
    """Hypothesis finds short mixes; these are as long as a game."""
    for seed in range(4):
        rng, table = Random(seed), Table()
        table.begins(rules, seed)
        while table.is_running() and len(table.log) < 400:
            pick = rng.randrange(4)
            table.moves_on(rng.randint(1, 6))
            if table.is_running() and rng.random() < 0.4:
                table.takes_back(pick, rng)
            if table.is_running() and rng.random() < 0.03:
                table.leaves_and_another_bot_is_drawn(pick)
            table.nothing_is_in_two_places()
            table.no_hidden_thing_comes_differently_the_second_time()
        table.teardown()
