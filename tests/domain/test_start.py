"""Starting a game: which rules can be played, and the fair deal of the contract."""

import hashlib
import json

import pytest
from msgspec.structs import replace

from domain.commands import StartGame
from domain.events import Deal, GameStarted
from domain.game import INITIAL
from domain.log import audit
from domain.pieces import Caveman
from domain.rules import VERSION, Rules, flaw
from tests.support.configurations import CONFIGURATIONS, name
from tests.support.spec import DISCOVERY, SALT, TRIBE, after, deal, players, started

PLAYERS = players(DISCOVERY)


def start(rules: Rules, dealt: Deal) -> StartGame:
    return StartGame(rules, players(rules), dealt, SALT)


# The fair deal


def promised(dealt: Deal, salt: str) -> str:
    """The commitment, computed independently from the words of the contract."""
    hidden = {
        "dominoes": list(dealt.dominoes),
        "cavemen": dealt.cavemen and list(dealt.cavemen),
        "chiefs": list(dealt.chiefs),
    }
    text = json.dumps({"salt": salt, "deal": hidden}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize("rules", [DISCOVERY, TRIBE], ids=name)
@pytest.mark.parametrize("salt", ["5a17", "0"])
def test_the_commitment_is_the_hash_of_the_canonical_deal_and_salt(rules: Rules, salt: str) -> None:
    dealt = deal(rules, 48, 7, 12, chiefs=(2, 0, 3, 1))
    [opening, *_] = after(INITIAL).when(StartGame(rules, PLAYERS, dealt, salt)).events
    assert isinstance(opening, GameStarted)
    assert opening.commitment == promised(dealt, salt)


def test_the_log_opens_with_the_deal_and_its_salt() -> None:
    dealt = deal(DISCOVERY, 9)
    [opening, *_] = after(INITIAL).when(StartGame(DISCOVERY, PLAYERS, dealt, "c0ffee")).events
    assert opening == GameStarted(DISCOVERY, PLAYERS, promised(dealt, "c0ffee"), dealt, "c0ffee")


def test_two_deals_that_differ_only_in_what_is_hidden_look_alike() -> None:
    first, second = started(DISCOVERY, 1, 2, 3, 4, 5), started(DISCOVERY, 1, 2, 3, 4, 48)
    assert after(first).position == after(second).position


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_a_game_can_be_started_in_every_configuration(rules: Rules) -> None:
    assert audit(started(rules)).position.step == "claim"


def test_a_game_starts_once() -> None:
    after(started(DISCOVERY)).when(start(DISCOVERY, deal(DISCOVERY))).refused("started")


def test_a_game_starts_when_every_seat_is_taken() -> None:
    command = StartGame(DISCOVERY, PLAYERS[:3], deal(DISCOVERY), SALT)
    after(INITIAL).when(command).refused("seats_not_full")


# The deal

EVERY_CAVEMAN = deal(TRIBE).cavemen or ()
TOO_MANY_HUNTERS: tuple[Caveman, ...] = ("hunter", *EVERY_CAVEMAN[:-1])


@pytest.mark.parametrize(
    "dominoes", [(), tuple(range(1, 48)), tuple(range(49)), (1, 1, *range(3, 49))], ids=["none", "47", "49", "twice"]
)
def test_a_deal_holds_every_domino_once(dominoes: tuple[int, ...]) -> None:
    after(INITIAL).when(start(DISCOVERY, replace(deal(DISCOVERY), dominoes=dominoes))).refused("not_a_deal")


@pytest.mark.parametrize("chiefs", [(), (0, 1, 2), (0, 1, 2, 2), (1, 2, 3, 4)])
def test_a_deal_holds_every_seats_chief_once(chiefs: tuple[int, ...]) -> None:
    after(INITIAL).when(start(DISCOVERY, replace(deal(DISCOVERY), chiefs=chiefs))).refused("not_a_deal")


@pytest.mark.parametrize("cavemen", [None, (), EVERY_CAVEMAN[:-1], TOO_MANY_HUNTERS], ids=["null", "none", "21", "3"])
def test_in_tribe_mode_a_deal_holds_every_caveman(cavemen: tuple[Caveman, ...] | None) -> None:
    after(INITIAL).when(start(TRIBE, replace(deal(TRIBE), cavemen=cavemen))).refused("not_a_deal")


@pytest.mark.parametrize("cavemen", [(), EVERY_CAVEMAN], ids=["none", "22"])
def test_without_tribe_mode_a_deal_says_null_for_the_cavemen(cavemen: tuple[Caveman, ...]) -> None:
    after(INITIAL).when(start(DISCOVERY, replace(deal(DISCOVERY), cavemen=cavemen))).refused("not_a_deal")


@pytest.mark.parametrize("salt", ["", "pepper", "5A17", "0x1f", "5a_17", " 5a17"])
def test_the_salt_is_a_hexadecimal_number(salt: str) -> None:
    after(INITIAL).when(StartGame(DISCOVERY, PLAYERS, deal(DISCOVERY), salt)).refused("not_a_salt")


# The rules


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (Rules("origins", 4, "discovery", version=VERSION + 1), "unknown_version"),
        (Rules("origins", 1, "discovery"), "seats"),
        (Rules("kingdomino", 5), "seats"),
        (Rules("origins", 4), "mode_needed"),
        (Rules("kingdomino", 4, "totem"), "no_modes"),
        (Rules("origins", 4, "totem", ("harmony",)), "foreign_variant"),
        (Rules("kingdomino", 4, None, ("empire_of_fire",)), "foreign_variant"),
        (Rules("kingdomino", 4, None, ("harmony", "must_place", "harmony")), "variant_twice"),
        (Rules("kingdomino", 3, None, ("mighty_duel",)), "duel_of_two"),
    ],
)
def test_rules_that_nobody_can_play_by_are_refused(rules: Rules, code: str) -> None:
    after(INITIAL).when(StartGame(rules, PLAYERS, deal(DISCOVERY), SALT)).refused(code)


@pytest.mark.parametrize("rules", CONFIGURATIONS, ids=name)
def test_every_configuration_is_flawless(rules: Rules) -> None:
    assert flaw(rules) is None
