"""What the position is after something was revealed: a line, the cave, the order of the chiefs (O1, O2)."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain import events as e
from domain.game import Game, damaged
from domain.pieces import CAVE_SIZE, Caveman
from domain.position import Position, Slot
from domain.reveal import due_reveal, next_line
from domain.rules import Rules


def chiefs_drawn(game: Game, event: e.ChiefsDrawn) -> Position:
    position = game.position
    if position.step != "reveal" or due_reveal(position) != "chiefs":
        damaged(game, "the chiefs are drawn once, after the first line is revealed")
    if sorted(event.order) != list(range(position.rules.seats)):
        damaged(game, "every seat's chief is drawn once")
    if game.deal is not None and event.order != game.deal.chiefs:
        damaged(game, "this is not the order of the deal")
    return replace(position, step="claim", chiefs=_claim_order(position.rules, event.order))


def _claim_order(rules: Rules, order: Sequence[int]) -> tuple[int, ...]:
    if rules.seats > 2:
        return tuple(order)
    first, second = order
    # O1: pairs; K2: A, B, B, A.
    return (first, first, second, second) if rules.claims_in_pairs else (first, second, second, first)


def line_revealed(game: Game, event: e.LineRevealed) -> Position:
    position = game.position
    if position.step != "reveal" or due_reveal(position) != "line" or event.line != position.round + 1:
        damaged(game, f"line {event.line} cannot be revealed here")
    line = event.dominoes
    if sorted(set(line)) != list(line) or len(line) != position.rules.line_length:
        damaged(game, f"a line is {position.rules.line_length} dominoes in ascending order")
    if not position.unseen.issuperset(line):
        damaged(game, "the line holds a domino that was seen before")
    if game.deal is not None and line != next_line(position, game.deal):
        damaged(game, "these dominoes are not the next ones of the deal")
    slots = tuple(Slot(domino) for domino in line)
    return opened(replace(position, next_line=slots, unseen=position.unseen.difference(line)))


def cave_revealed(game: Game, event: e.CaveRevealed) -> Game:
    position = game.position
    if position.step != "reveal" or due_reveal(position) != "cave":
        damaged(game, "the cave is filled only when a line has been revealed")
    shown = len(position.cave)
    if event.cavemen[:shown] != position.cave:
        damaged(game, "the cavemen in the cave stay where they are")
    new = event.cavemen[shown:]
    if len(new) != min(CAVE_SIZE - shown, len(position.pile)):
        damaged(game, f"the cave is filled up to {CAVE_SIZE} cavemen while the pile lasts")
    if game.deal is not None and new != game.pile[: len(new)]:
        damaged(game, "these cavemen are not the next ones of the deal")
    pile = without(game, position.pile, new)
    filled = opened(replace(position, cave=event.cavemen, pile=pile))
    return Game(filled, game.version + 1, game.deal, game.salt, pile=game.pile[len(new) :], unrevealed=game)


def without(game: Game, pile: Sequence[Caveman], taken: Sequence[Caveman]) -> tuple[Caveman, ...]:
    left = list(pile)
    for caveman in taken:
        if caveman not in left:
            damaged(game, f"there is no {caveman} left")
        left.remove(caveman)
    return tuple(left)


def opened(position: Position) -> Position:
    """A round begins when everything due is revealed and the unclaimed dominoes are discarded."""
    return replace(position, step="reveal" if due_reveal(position) else "place")
