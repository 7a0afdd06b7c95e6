"""Damaged logs: `replay` refuses what cannot follow, `audit` all that the rules would not have made of the moves.

Both name the first event that is wrong by its number. Whole games are damaged in every place in turn.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.commands import ClaimDomino, DraftDomino, PlaceDomino, Play, UndoTurn
from domain.events import (
    CaveRevealed,
    ChiefsDrawn,
    DominoDiscarded,
    DominoPlaced,
    Event,
    FireLanded,
    GameFinished,
    GameStarted,
    LineRevealed,
    TurnUndone,
)
from domain.grid import Cell
from domain.log import audit, replay
from domain.rules import Rules
from tests.support.configurations import name
from tests.support.spec import (
    DISCOVERY,
    NEOLITHIC,
    TOTEM,
    TRIBE,
    Read,
    after,
    damaged_at,
    deal,
    play,
    played,
    players,
    public,
    started,
    table,
)

READERS = pytest.mark.parametrize("read", [replay, audit])
WHOLE_GAMES = pytest.mark.parametrize("rules", [TOTEM, Rules("origins", 3, "tribe"), NEOLITHIC], ids=name)


# Whole games


@WHOLE_GAMES
def test_a_sound_log_is_accepted_with_and_without_its_deal(rules: Rules) -> None:
    log = played(rules)
    assert audit(log).position == replay(log).position == audit(public(log)).position


@WHOLE_GAMES
def test_a_missing_event_is_noticed(rules: Rules) -> None:
    log = played(rules)
    for index in range(len(log)):
        assert damaged_at(audit, log[:index] + log[index + 1 :]) == index + 1


@WHOLE_GAMES
def test_a_repeated_event_is_noticed(rules: Rules) -> None:
    log = played(rules)
    for index in range(len(log)):
        assert damaged_at(audit, log[: index + 1] + log[index:]) == index + 2


@WHOLE_GAMES
def test_two_swapped_events_are_noticed(rules: Rules) -> None:
    log = played(rules)
    for index in range(len(log) - 1):
        assert damaged_at(audit, (*log[:index], log[index + 1], log[index], *log[index + 2 :])) == index + 1


def test_replay_too_notices_missing_repeated_and_swapped_events() -> None:
    log = played(DISCOVERY)
    for index in range(len(log) - 1):
        assert damaged_at(replay, log[:index] + log[index + 1 :]) == index + 1
        assert damaged_at(replay, log[: index + 1] + log[index:]) == index + 2
        assert damaged_at(replay, (*log[:index], log[index + 1], log[index], *log[index + 2 :])) == index + 1


def test_a_log_cut_in_the_middle_of_a_move_is_noticed() -> None:
    log = played(DISCOVERY)
    assert damaged_at(audit, log[:-1]) == len(log)


def test_a_public_log_without_its_reveal_may_wait_for_it() -> None:
    assert damaged_at(audit, public(started(DISCOVERY))[:2]) is None


# Altered events


def altered(log: Sequence[Event], number: int, event: Event) -> list[Event]:
    return [*log[: number - 1], event, *log[number:]]


def opening() -> list[Event]:
    """Four seats have claimed; seat 0 has placed domino 1 as event 9 and drafted domino 5 as event 10."""
    claims = play(started(DISCOVERY), *(ClaimDomino(domino=number) for number in (1, 2, 3)))
    return play(claims, PlaceDomino(1, (1, 0), (2, 0)), DraftDomino(5))


def test_an_altered_cell_against_the_rules_is_noticed() -> None:
    assert damaged_at(audit, altered(opening(), 9, DominoPlaced(0, 1, (1, 1), (2, 1)))) == 9


@READERS
@pytest.mark.parametrize("cell", [(0, 0), (1, 0)])
def test_an_altered_cell_on_the_hut_or_on_another_domino_is_noticed(read: Read, cell: Cell) -> None:
    game = table(DISCOVERY, "hut L L", holding=1)
    assert damaged_at(read, [DominoPlaced(0, 1, cell, (1, 1))], game) == 101


def test_an_altered_fire_is_noticed() -> None:
    log = list(played(TOTEM))
    index = next(index for index, event in enumerate(log) if isinstance(event, FireLanded))
    fire = log[index]
    assert isinstance(fire, FireLanded)
    for wrong in (replace(fire, fires=fire.fires + 1), replace(fire, burned="shaman")):
        assert damaged_at(audit, altered(log, index + 1, wrong)) == index + 1


def test_an_altered_winner_is_noticed() -> None:
    log = played(DISCOVERY)
    assert damaged_at(audit, altered(log, len(log), GameFinished(()))) == len(log)


def test_an_undo_to_another_event_is_noticed() -> None:
    log = opening()
    [undone] = after(log).when(Play(0, UndoTurn())).events
    assert undone == TurnUndone(0, 8)
    assert damaged_at(audit, [*log, TurnUndone(0, 9)]) == 11


def test_an_unclaimed_domino_is_not_somebodys() -> None:
    log = play(started(Rules("origins", 3, "discovery")), *(ClaimDomino(domino=number) for number in (1, 2, 3)))
    assert log[6] == DominoDiscarded(None, 4, "unclaimed")
    assert damaged_at(audit, altered(log, 7, DominoDiscarded(0, 4, "unclaimed"))) == 7


# The deal


def test_a_commitment_that_does_not_match_the_deal_is_noticed() -> None:
    [first, *rest] = started(DISCOVERY)
    assert isinstance(first, GameStarted)
    assert damaged_at(audit, [replace(first, commitment="0" * 64), *rest]) == 1


def test_a_deal_that_was_changed_later_is_noticed() -> None:
    [first, *rest] = started(DISCOVERY, 1, 2, 3, 4, 5)
    assert isinstance(first, GameStarted)
    assert damaged_at(audit, [replace(first, deal=deal(DISCOVERY, 1, 2, 3, 4, 6)), *rest]) == 1


def test_a_line_that_was_not_dealt_is_noticed() -> None:
    assert damaged_at(audit, altered(started(DISCOVERY), 2, LineRevealed(1, (1, 2, 3, 5)))) == 2


def test_chiefs_that_were_not_drawn_so_are_noticed() -> None:
    assert damaged_at(audit, altered(started(DISCOVERY), 3, ChiefsDrawn((1, 0, 2, 3)))) == 3


@READERS
def test_a_cave_that_was_not_dealt_is_noticed(read: Read) -> None:
    log = started(TRIBE, cavemen=("hunter", "fisher", "shaman", "painter"))
    assert damaged_at(read, altered(log, 3, CaveRevealed(("hunter", "fisher", "painter", "shaman")))) == 3


@READERS
@pytest.mark.parametrize(
    "change",
    [
        {"rules": Rules("origins", 4)},
        {"rules": Rules("origins", 4, "discovery", version=2)},
        {"seats": players(NEOLITHIC)},
        {"deal": deal(TRIBE)},
        {"deal": deal(NEOLITHIC)},
        {"salt": None},
        {"salt": "pepper"},
    ],
    ids=str,
)
def test_a_game_that_cannot_have_started_so_is_noticed(read: Read, change: dict[str, object]) -> None:
    [first, *_] = started(DISCOVERY)
    assert damaged_at(read, [replace(first, **change)]) == 1
