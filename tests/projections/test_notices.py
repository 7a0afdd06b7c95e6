"""Who is informed of what happened in a game."""

from random import Random

from hypothesis import example, given
from hypothesis.strategies import integers, sampled_from

from domain.commands import CancelGame, Command, Play, Resign, StartGame, TimeOut, UndoTurn
from domain.decide import decide
from domain.game import INITIAL, Game
from domain.log import replay
from domain.rules import Rules
from projections.notices import Notice, game_notices
from tests.support.play import random_game, random_move, start

DUEL = Rules("kingdomino", 2, None)
THREE = Rules("kingdomino", 3, None)


def after_command(game: Game, command: Command) -> tuple[Game, list[Notice]]:
    events = decide(game, command)
    later = replay(events, game)
    return later, game_notices(game.position, events, later.position, later.version)


def after_turns(game: Game, turns: int) -> tuple[Game, list[Notice]]:
    """After some turns, with what follows from the last move."""
    notices: list[Notice] = []
    for _ in range(turns):
        seat, chief = game.position.seat, game.position.chief
        assert seat is not None
        while game.position.chief == chief:
            game, notices = after_command(game, Play(seat, random_move(game, Random(3))))
    return game, notices


def begun(rules: Rules) -> Game:
    return replay(decide(INITIAL, start(rules, Random(1))))


def kinds(notices: list[Notice]) -> set[tuple[str, int]]:
    return {(notice.kind, notice.seat) for notice in notices}


def test_a_start_is_news_for_all_but_the_last_to_sit_down_and_a_turn_for_the_first_to_move() -> None:
    events = decide(INITIAL, start(THREE, Random(1)))
    game = replay(events)
    first = game.position.seat
    assert first is not None
    second, third = (seat for seat in range(3) if seat != first)
    began = game_notices(None, events, game.position, game.version, starter=third)
    assert kinds(began) == {("turn", first), ("started", second)}
    assert {notice.number for notice in began} == {game.version}
    assert kinds(game_notices(None, events, game.position, game.version, starter=first)) == {
        ("started", second),
        ("started", third),
    }


def test_the_next_to_move_is_informed_once_and_by_whose_move() -> None:
    game = begun(THREE)
    mover = game.position.seat
    game, notices = after_turns(game, 1)
    assert game.position.seat is not None
    assert notices == [Notice("turn", game.position.seat, game.version, mover)]
    assert notices[0].seat != mover


def test_steps_within_a_turn_are_no_news() -> None:
    game, _ = after_turns(begun(THREE), 3)
    seat = game.position.seat
    assert seat is not None
    later, notices = after_command(game, Play(seat, random_move(game, Random(5))))
    assert later.position.seat == seat
    assert notices == []


def test_a_turn_that_was_taken_back_is_news_again_when_it_comes_again() -> None:
    game, _ = after_turns(begun(DUEL), 4)
    seat = game.position.seat
    assert seat is not None
    game, first = after_command(game, Play(seat, random_move(game, Random(5))))
    game, taken_back = after_command(game, Play(seat, UndoTurn()))
    assert (first, taken_back) == ([], [])
    game, again = after_turns(game, 1)
    assert [notice.kind for notice in again] in ([], ["turn"])


def test_who_resigns_knows_it_and_the_others_learn_it() -> None:
    game, _ = after_turns(begun(THREE), 4)
    seat = game.position.seat
    assert seat is not None
    _, notices = after_command(game, Resign(seat, "flint"))
    assert kinds(notices) == {("left", other) for other in range(3) if other != seat}
    assert {notice.by for notice in notices} == {seat}


def test_who_runs_out_of_time_learns_it_too() -> None:
    game, _ = after_turns(begun(THREE), 4)
    seat = game.position.seat
    assert seat is not None
    _, notices = after_command(game, TimeOut(seat, "flint"))
    others = {("left", other) for other in range(3) if other != seat}
    assert kinds(notices) == others | {("timed_out", seat)}


def test_bots_are_not_informed() -> None:
    game, _ = after_turns(begun(DUEL), 4)
    assert game.position.seat is not None
    left = 1 - game.position.seat
    game, notices = after_command(game, Resign(left, "flint"))
    while game.position.seat != left:
        game, notices = after_turns(game, 1)
    assert notices == []


def test_a_game_that_is_called_off_is_news_for_the_others() -> None:
    _, notices = after_command(begun(THREE), CancelGame(1))
    assert kinds(notices) == {("cancelled", 0), ("cancelled", 2)}


@given(integers(0, 2**32), sampled_from([DUEL, THREE, Rules("origins", 2, "tribe"), Rules("origins", 4, "totem")]))
@example(147, Rules("origins", 4, "totem"))  # its last move gives a totem away
def test_every_turn_of_a_person_that_another_one_caused_is_news_once(seed: int, rules: Rules) -> None:
    played = random_game(rules, Random(seed), fickle=0.1)
    at = 0
    seen: set[tuple[str, int, int]] = set()
    for before, after, command in zip(played.games, played.games[1:], played.commands, strict=False):
        events, at = played.events[at : after.version], after.version
        position = None if isinstance(command, StartGame) else before.position
        notices = game_notices(position, events, after.position, at, starter=0)
        cause = 0 if isinstance(command, StartGame) else None if isinstance(command, TimeOut) else command.seat
        assert cause is None or cause not in {notice.seat for notice in notices}
        names = {(notice.kind, notice.seat, notice.number) for notice in notices}
        assert len(names) == len(notices)
        assert not seen & names
        seen |= names
        seat = after.position.seat
        is_new = seat is not None and before.position.chief != after.position.chief
        is_owed = is_new and seat != cause and seat is not None and after.position.players[seat].bot is None
        assert (("turn", seat, at) in names) == is_owed
    ended = {seat for kind, seat, _ in seen if kind == "finished"}
    people = {seat for seat, player in enumerate(played.end.position.players) if player.bot is None}
    assert ended <= people
    assert len(ended) >= len(people) - 1
