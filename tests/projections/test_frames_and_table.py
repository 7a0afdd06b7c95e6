"""Frames for the replay slider, and the table that clients receive."""

from random import Random

import msgspec

from domain.commands import Play
from domain.decide import decide
from domain.events import GameStarted
from domain.log import replay
from domain.notation.moves import read_move
from domain.rules import Rules
from domain.scoring import scores, standings
from projections.choices import choices
from projections.frames import frames
from projections.table import public, table
from tests.support.play import random_game, random_move

TRIBE = random_game(Rules("origins", 4, "tribe", ("empire_of_fire", "homo_habilis")), Random(3))
TOTEM = random_game(Rules("origins", 3, "totem"), Random(3))


def test_every_event_has_a_frame_with_the_scores_as_they_stand() -> None:
    for played in (TRIBE, TOTEM):
        shown = frames(played.events)
        assert [frame.seq for frame in shown] == list(range(1, len(played.events) + 1))
        for frame in shown:
            assert frame.scores == scores(frame.game.position)


def test_the_table_shows_what_the_contract_names() -> None:
    shown = msgspec.to_builtins(table(frames(TRIBE.events)[-40]))
    assert {"rules", "seats", "seat", "step", "line", "next_line", "cave", "totems", "seq"} <= shown.keys()
    seat = shown["seats"][0]
    assert {"name", "bot", "territory", "score"} <= seat.keys()
    assert seat["score"]["total"] == sum(
        item["points"] for group, items in seat["score"].items() if group != "total" for item in items
    )
    square = seat["territory"]["squares"][0]
    assert set(square) == {"at", "domino", "terrain", "marks", "craters", "resource", "fire", "caveman"}


def test_a_table_can_be_laid_after_every_event_also_between_the_two_of_a_claimed_pair() -> None:
    two_seats = random_game(Rules("origins", 2, "tribe"), Random(3))
    for played in (TRIBE, TOTEM, two_seats):
        for frame in frames(played.events):
            assert table(frame).seq == choices(frame.game).seq == frame.seq


def test_each_move_offered_comes_with_its_notation() -> None:
    for played in (TRIBE, TOTEM):
        for game in played.games[1:]:
            offer = choices(game)
            words = [read_move(word, claiming=offer.step == "claim") for word in offer.notation]
            assert words == offer.moves


def test_the_offer_of_recruits_says_what_they_cost() -> None:
    offers = [offer.recruit for game in TRIBE.games if (offer := choices(game)).recruit is not None]
    assert offers
    assert all(offer is not None and offer.price == {"cave": 2, "pile": 4} for offer in offers)


def test_cave_and_totems_are_there_only_in_their_mode() -> None:
    tribe, totem = table(frames(TRIBE.events)[50]), table(frames(TOTEM.events)[50])
    assert tribe.cave is not None
    assert tribe.totems is None
    assert totem.cave is totem.pile is None
    assert list(totem.totems or ()) == ["mammoth", "fish", "mushroom", "flint"]


def test_standings_are_shown_when_the_game_is_over() -> None:
    end, middle = table(frames(TRIBE.events)[-1]), table(frames(TRIBE.events)[-20])
    assert end.standings == standings(TRIBE.end.position)
    assert end.seat is None
    assert middle.standings is None
    assert middle.winners is None


def test_a_placed_domino_has_left_its_line() -> None:
    for frame in frames(TOTEM.events):
        shown = table(frame)
        placed = {square.domino for seat in shown.seats for square in seat.territory.squares}
        assert placed.isdisjoint(slot.domino for slot in (*shown.line, *shown.next_line))


def test_only_the_seat_that_may_take_back_is_offered_to() -> None:
    game = random_game(Rules("origins", 3, "discovery"), Random(1), commands=10)
    while game.end.position.step != "draft":
        seat = game.end.position.seat
        assert seat is not None
        events = decide(game.end, Play(seat, random_move(game.end, Random(1))))
        game.events += events
        game.games.append(replay(events, game.end))
    frame = frames(game.events)[-1]
    assert [table(frame, viewer).may_undo for viewer in (None, 0, 1, 2)] == [
        viewer == game.end.position.seat for viewer in (None, 0, 1, 2)
    ]


def test_the_public_log_holds_the_deal_back_until_the_end() -> None:
    started, *rest = public(TRIBE.events, is_over=False)
    assert isinstance(started, GameStarted)
    assert started.deal is None
    assert started.salt is None
    assert b"deal" not in msgspec.json.encode(started)
    assert rest == TRIBE.events[1:]
    assert list(public(TRIBE.events, is_over=True)) == TRIBE.events
