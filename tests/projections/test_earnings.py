"""What a move is said to earn is what it earns: the difference of the itemised scores when it is really made."""

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from random import Random

import pytest
from msgspec.structs import replace

from domain.commands import ClaimDomino, DeclineDomino, PassRecruit, Play, RecruitCaveman, Step
from domain.decide import decide
from domain.dominoes import NUMBERS, dominoes
from domain.events import Event, FireLanded, FireLost, GameStarted, TotemMoved
from domain.game import Game
from domain.legal import legal
from domain.log import replay
from domain.rules import Rules, Variant
from domain.scoring import Score, score
from domain.territory import holes, place, placements
from projections.choices import choices
from projections.earnings import Earning, ItemKind, earnings
from projections.recruit_earnings import RecruitEarning, recruit_earnings
from projections.unseen import unseen
from tests.support.configurations import name
from tests.support.play import Played, random_game

_KINGDOM: tuple[Variant, ...] = ("middle_kingdom", "harmony")
_EMPIRE: tuple[Variant, ...] = ("empire_of_fire", "homo_habilis")
RULES = [
    Rules("origins", 2, "discovery", _EMPIRE),
    Rules("origins", 4, "discovery"),
    Rules("origins", 2, "totem"),
    Rules("origins", 3, "totem", _EMPIRE),
    Rules("origins", 4, "totem"),
    Rules("origins", 2, "tribe", _EMPIRE),
    Rules("origins", 3, "tribe"),
    Rules("origins", 4, "tribe"),
    Rules("kingdomino", 2, None, ("must_place", *_KINGDOM)),
    Rules("kingdomino", 2, None, (*_KINGDOM, "mighty_duel")),
    Rules("kingdomino", 3, None, _KINGDOM),
    Rules("kingdomino", 4, None, ("must_place",)),
]
MANY = 20  # recruits of one position that are made one by one
each_kind = pytest.mark.parametrize("rules", RULES, ids=name)


def positions(rules: Rules, seed: int = 1) -> list[Game]:
    """Some of a random game, of every part of it."""
    games = [game for game in random_game(rules, Random(seed)).games if game.position.seat is not None]
    return games[seed::3]


def _is_consequence(event: Event) -> bool:
    return isinstance(event, FireLanded | FireLost | TotemMoved)


def made(game: Game, move: Step) -> Game:
    """The game after this move was really made, and what it causes in the same turn."""
    seat = game.position.seat
    assert seat is not None
    first, *rest = decide(game, Play(seat, move))
    is_pair = isinstance(move, ClaimDomino) and move.dominoes
    return replay([first, *(rest[:1] if is_pair else takewhile(_is_consequence, rest))], game)


def own_score(game: Game, seat: int) -> Score:
    position = game.position
    return score(position.rules, position.territories[seat], position.totems, seat)


def worth(item_score: Score) -> Counter[tuple[ItemKind, str, int]]:
    """The items that are worth something, by kind, name and points."""
    return Counter(item for item in _all_items(item_score) if item[2])


def _all_items(item_score: Score) -> Iterator[tuple[ItemKind, str, int]]:
    yield from (("region", item.terrain, item.points) for item in item_score.regions)
    yield from (("caveman", item.caveman, item.points) for item in item_score.cavemen)
    yield from (("horde", "horde", item.points) for item in item_score.hordes)
    yield from (("resource", item.resource, item.points) for item in item_score.resources)
    yield from (("totem", item.resource, item.points) for item in item_score.totems)
    yield from (("bonus", item.variant, item.points) for item in item_score.bonuses)


def changed(before: Score, earning: Earning) -> Counter[tuple[ItemKind, str, int]]:
    items = worth(before)
    for item in earning.items:
        items.subtract((item.kind, item.name, a * b) for a, b in item.before)
        items.update((item.kind, item.name, a * b) for a, b in item.after)
    return Counter({item: count for item, count in items.items() if count and item[2]})


@each_kind
def test_every_move_earns_the_difference_of_the_itemised_scores(rules: Rules) -> None:
    for game in positions(rules):
        seat = game.position.seat
        assert seat is not None
        is_recruit = game.position.step == "recruit"
        moves: list[Step] = [PassRecruit()] if is_recruit else legal(game.position)
        before = own_score(game, seat)
        for move, earning in zip(moves, earnings(game.position, moves), strict=True):
            after = made(game, move)
            really = own_score(after, seat)
            assert earning.total == really.total - before.total, move
            assert changed(before, earning) == worth(really), move
            land, old = after.position.territories[seat], game.position.territories[seat]
            assert set(earning.lost) == holes(land) - holes(old)
            assert not set(earning.missed) & {bonus.variant for bonus in really.bonuses}


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules.mode == "tribe"], ids=name)
def test_every_recruit_earns_the_points_of_its_place_less_what_is_spent(rules: Rules) -> None:
    rng, checked = Random(1), 0
    for game in positions(rules, seed=2):
        position, seat = game.position, game.position.seat
        if position.step != "recruit":
            continue
        recruits = [move for move in legal(position) if isinstance(move, RecruitCaveman)]
        offered = {earning.caveman: earning for earning in recruit_earnings(position)}
        assert offered.keys() == {move.caveman for move in recruits}
        assert seat is not None
        before = own_score(game, seat).total
        for move in rng.sample(recruits, min(MANY, len(recruits))):
            assert said(offered[move.caveman], move) == own_score(made(game, move), seat).total - before, move
            checked += 1
        for caveman, earning in offered.items():
            for source, best in earning.best.items():
                ways = [move for move in recruits if (move.caveman, move.source) == (caveman, source)]
                assert best == max(said(earning, move) for move in ways)
    assert checked


def said(earning: RecruitEarning, move: RecruitCaveman) -> int:
    [place] = [place for place in earning.places if place.at == move.at]
    return place.points + sum(points for cell, points in place.spends if cell in move.spend)


@each_kind
def test_a_draft_says_the_most_that_its_domino_would_earn_now(rules: Rules) -> None:
    for game in positions(rules)[::2]:
        position, seat = game.position, game.position.seat
        if position.step not in ("claim", "draft") or rules.mode == "totem":
            continue
        assert seat is not None
        land, box, before = position.territories[seat], dominoes(rules), own_score(game, seat).total
        said_best = {
            domino: best
            for move, earning in zip(legal(position), earnings(position, legal(position)), strict=True)
            for domino, best in zip(_dominoes(move), earning.best, strict=True)
        }
        assert said_best.keys() == set(position.free)
        for domino, best in said_best.items():
            if box[domino].has_volcano:
                continue  # a fire that leaves no choice lands at once
            laid = (place(land, box[domino], a, b) for a, b in placements(land, box[domino]))
            assert best == max((score(rules, after, {}, seat).total - before for after in laid), default=None)


def _dominoes(move: Step) -> tuple[int, ...]:
    assert not isinstance(move, PassRecruit)
    numbers = getattr(move, "dominoes", None) or (getattr(move, "domino", None),)
    return tuple(number for number in numbers if number is not None)


def test_nothing_can_ever_be_laid_on_a_hole_and_something_on_every_other_free_cell_inside() -> None:
    box = dominoes(Rules("kingdomino", 4))
    for game in positions(Rules("kingdomino", 4, None, ("must_place",)), seed=3):
        for land in game.position.territories:
            gaps = holes(land)
            covered = {cell for number in NUMBERS for spot in placements(land, box[number]) for cell in spot}
            assert not gaps & covered


def test_a_lost_corner_is_named_with_the_bonus_that_goes_with_it() -> None:
    rules = Rules("kingdomino", 4, None, ("must_place", "middle_kingdom", "harmony"))
    game = next(game for game in positions(rules) if game.position.step == "place" and game.position.round == 1)
    for earning in earnings(game.position, legal(game.position)):
        assert earning.missed == () or earning.lost or earning.missed == ("middle_kingdom",)


def test_declining_earns_nothing_and_costs_the_bonus_for_a_complete_kingdom() -> None:
    rules = Rules("kingdomino", 2, None, ("harmony",))
    game = next(game for game in positions(rules) if DeclineDomino in map(type, legal(game.position)))
    moves = legal(game.position)
    [declined] = [
        earning
        for move, earning in zip(moves, earnings(game.position, moves), strict=True)
        if isinstance(move, DeclineDomino)
    ]
    assert declined == Earning(0, missed=("harmony",))


# Secrecy


@pytest.mark.parametrize("rules", [Rules("origins", 2, "tribe"), Rules("kingdomino", 3)], ids=name)
def test_two_deals_with_the_same_public_history_give_the_same_answers(rules: Rules) -> None:
    played = random_game(rules, Random(5), commands=12)
    for game in played.games[2:]:
        other = dealt_otherwise(played, game)
        assert game.deal is not None
        assert other.deal not in (None, game.deal)
        assert unseen(other.position, other.version) == unseen(game.position, game.version)
        assert choices(other) == choices(game)


def dealt_otherwise(played: Played, game: Game) -> Game:
    """The same events with another order of what nobody has seen yet."""
    started, *rest = played.events[: game.version]
    assert isinstance(started, GameStarted)
    assert started.deal is not None
    drawn = len(NUMBERS) - len(game.position.unseen)
    order = started.deal.dominoes
    deal = replace(started.deal, dominoes=(*order[:drawn], *reversed(order[drawn:])))
    return replay([replace(started, deal=deal), *rest])


@each_kind
def test_what_is_unseen_is_the_box_without_what_was_revealed(rules: Rules) -> None:
    for game in positions(rules)[::3]:
        position, left = game.position, unseen(game.position, game.version)
        numbers = [domino.domino for pair in left.pairs for domino in pair.dominoes]
        assert sorted(numbers) == sorted(position.unseen)
        squares = [square for number in numbers for square in (dominoes(rules)[number].a, dominoes(rules)[number].b)]
        for terrain in left.terrains:
            own = [square for square in squares if square.terrain == terrain.terrain]
            assert (terrain.squares, terrain.marks) == (len(own), sum(square.marks for square in own))
        hidden_for_good = len(NUMBERS) - rules.rounds * rules.line_length
        assert left.to_come == len(numbers) - hidden_for_good
