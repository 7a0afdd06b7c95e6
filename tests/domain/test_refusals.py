"""Every reason for refusing a command, once; the rules themselves have their own tests."""

import importlib
import pkgutil
from collections.abc import Iterator
from string import Formatter

import pytest
from msgspec.structs import replace

import domain
from domain.commands import (
    CancelGame,
    ClaimDomino,
    ClaimVictory,
    Command,
    DeclineDomino,
    DraftDomino,
    DrawBot,
    GiveTotem,
    PassRecruit,
    PlaceDomino,
    Play,
    RecruitCaveman,
    Resign,
    StartGame,
    Step,
    TakeBack,
    ThrowFire,
    UndoTurn,
)
from domain.decide import decide
from domain.errors import IllegalMove, Reason
from domain.game import INITIAL, Game
from domain.log import replay
from domain.rules import Rules
from tests.support.spec import (
    DISCOVERY,
    KINGDOMINO,
    NEOLITHIC,
    SALT,
    TOTEM,
    TRIBE,
    after,
    deal,
    played,
    players,
    started,
    table,
)

CLAIMING = replay(started(DISCOVERY))
PLACING = table(DISCOVERY, "hut L L")
THROWING = table(DISCOVERY, "hut V3 D1 D V1 \n . V2 . . .", step="fire", volcano=(1, 0))
GIVING = table(TOTEM, "hut", "hut Lr", "hut Lr", step="totem", totems={"fish": 0})
RECRUITING = table(TRIBE, "hut Gr Lr G Gr", step="recruit", cave=("hunter",), pile=("painter",))
GRASSLAND, LAKE, FREE = (1, 0), (2, 0), (3, 0)


def place(a: tuple[int, int], b: tuple[int, int], domino: int = 1) -> Command:
    return Play(0, PlaceDomino(domino, a, b))


def start(rules: Rules, salt: str = SALT) -> Command:
    return StartGame(rules, players(rules), deal(rules), salt)


CASES: dict[str, tuple[Game, Command]] = {
    # Starting
    "unknown_version": (INITIAL, start(Rules("kingdomino", 4, version=0))),
    "seats": (INITIAL, start(Rules("kingdomino", 1))),
    "mode_needed": (INITIAL, start(Rules("origins", 4))),
    "no_modes": (INITIAL, start(Rules("kingdomino", 4, "discovery"))),
    "foreign_variant": (INITIAL, start(Rules("kingdomino", 4, None, ("homo_habilis",)))),
    "variant_twice": (INITIAL, start(Rules("kingdomino", 4, None, ("harmony", "harmony")))),
    "duel_of_two": (INITIAL, start(Rules("kingdomino", 4, None, ("mighty_duel",)))),
    "not_a_deal": (INITIAL, StartGame(DISCOVERY, players(DISCOVERY), deal(TRIBE), SALT)),
    "not_a_salt": (INITIAL, start(DISCOVERY, salt="pepper")),
    "seats_not_full": (INITIAL, StartGame(DISCOVERY, players(NEOLITHIC), deal(DISCOVERY), SALT)),
    "started": (CLAIMING, start(DISCOVERY)),
    # Whose turn, and for what
    "not_started": (INITIAL, Play(0, ClaimDomino(domino=1))),
    "over": (replay(played(DISCOVERY)), place((1, 0), (2, 0))),
    "waiting": (table(DISCOVERY, step="reveal"), place((1, 0), (2, 0))),
    "no_seat": (CLAIMING, Resign(4, "pebble")),
    "nobody_left": (after(CLAIMING).when(Resign(1, "pebble")).game, ClaimVictory(0)),
    "a_bot_already": (after(CLAIMING).when(Resign(1, "pebble")).game, Resign(1, "pebble")),
    "not_your_turn": (CLAIMING, Play(1, ClaimDomino(domino=1))),
    "wrong_step": (CLAIMING, Play(0, DraftDomino(1))),
    "nothing_to_undo": (CLAIMING, Play(0, UndoTurn())),
    # Claiming and drafting
    "domino_not_free": (CLAIMING, Play(0, ClaimDomino(domino=5))),
    "one_at_a_time": (CLAIMING, Play(0, ClaimDomino(dominoes=(1, 4)))),
    "pairs": (replay(started(NEOLITHIC)), Play(0, ClaimDomino(domino=1))),
    # Placing
    "not_this_domino": (PLACING, place((0, 1), (0, 2), domino=2)),
    "apart": (PLACING, place((0, 1), (0, 3))),
    "occupied": (PLACING, place((1, 0), (1, 1))),
    "too_large": (PLACING, place((-2, 0), (-3, 0))),
    "no_match": (PLACING, place((1, 1), (2, 1))),
    "must_place": (PLACING, Play(0, DeclineDomino(1))),
    # Calling off
    "moved_already": (PLACING, CancelGame(0)),
    "not_agreed": (PLACING, CancelGame(0, (1, 2))),
    "no_turn_to_take_back": (CLAIMING, TakeBack(0, (1,))),
    "not_left": (CLAIMING, DrawBot(0, 1, "pebble", (2, 3))),
    "cancelled": (replace(CLAIMING, position=replace(CLAIMING.position, step="over")), CancelGame(0)),
    # Fire
    "off_territory": (THROWING, Play(0, ThrowFire((0, 1)))),
    "on_hut": (THROWING, Play(0, ThrowFire((0, 0)))),
    "on_volcano": (THROWING, Play(0, ThrowFire((1, 1)))),
    "on_fire": (THROWING, Play(0, ThrowFire((2, 0)))),
    "too_far": (THROWING, Play(0, ThrowFire((3, 0)))),
    # Totems
    "not_owed": (GIVING, Play(0, GiveTotem("fish", 3))),
    # Recruiting
    "not_in_cave": (RECRUITING, Play(0, RecruitCaveman("painter", "cave", (GRASSLAND, LAKE), FREE))),
    "not_in_pile": (RECRUITING, Play(0, RecruitCaveman("hunter", "pile", (GRASSLAND, LAKE), FREE))),
    "price_of_cave": (RECRUITING, Play(0, RecruitCaveman("hunter", "cave", (GRASSLAND, (4, 0)), FREE))),
    "price_of_pile": (RECRUITING, Play(0, RecruitCaveman("painter", "pile", (GRASSLAND, LAKE), FREE))),
    "no_resource": (RECRUITING, Play(0, RecruitCaveman("hunter", "cave", (GRASSLAND, FREE), FREE))),
    "not_free": (RECRUITING, Play(0, RecruitCaveman("hunter", "cave", (GRASSLAND, LAKE), (4, 0)))),
}


def reasons() -> Iterator[Reason]:
    """Every reason defined in the domain, except those of the notation, which refuse no command."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        if not module.name.startswith("domain.notation"):
            yield from (r for r in vars(importlib.import_module(module.name)).values() if isinstance(r, Reason))


@pytest.mark.parametrize("code", CASES)
def test_a_command_is_refused_for_this_reason(code: str) -> None:
    game, command = CASES[code]
    after(game).when(command).refused(code)


def test_every_reason_has_a_case() -> None:
    elsewhere = {"nothing_to_choose", "undone_too_often", "too_long_to_undo"}  # test_fork.py, test_undo.py
    assert {reason.code for reason in reasons()} == {*CASES, *elsewhere}


def test_no_two_reasons_share_a_code() -> None:
    distinct = set(reasons())
    assert len({reason.code for reason in distinct}) == len(distinct)


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_changes_nothing(code: str) -> None:
    game, command = CASES[code]
    before = repr(game)
    after(game).when(command)
    assert repr(game) == before


@pytest.mark.parametrize("code", CASES)
def test_a_refusal_is_a_complete_sentence_with_the_number_of_its_rule_if_any(code: str) -> None:
    game, command = CASES[code]
    with pytest.raises(IllegalMove) as refusal:
        decide(game, command)
    text, rule = refusal.value.reason.text, refusal.value.reason.rule
    assert not [field for _, field, _, _ in Formatter().parse(text) if field]
    assert str(refusal.value) == (f"{text} ({rule})" if rule else text)


@pytest.mark.parametrize(
    ("game", "due"),
    [
        (CLAIMING, ClaimDomino),
        (PLACING, PlaceDomino),
        (THROWING, ThrowFire),
        (GIVING, GiveTotem),
        (table(KINGDOMINO, step="draft"), DraftDomino),
        (RECRUITING, PassRecruit),
    ],
)
def test_only_the_step_that_is_due_can_be_taken(game: Game, due: type) -> None:
    steps: list[Step] = [
        ClaimDomino(domino=1),
        PlaceDomino(1, (0, 1), (0, 2)),
        ThrowFire((3, 0)),
        GiveTotem("fish", 1),
        DraftDomino(45),
        PassRecruit(),
    ]
    for step in steps:
        if not isinstance(step, due):
            after(game).when(Play(0, step)).refused("wrong_step")
