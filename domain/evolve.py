"""`evolve` folds one event into the game; it raises DamagedLog for an event that cannot follow."""

from collections import Counter
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import assert_never

from msgspec.structs import replace

from domain import events as e
from domain.dominoes import NUMBERS, dominoes
from domain.fire import burned, land, misfire
from domain.game import Game, damaged
from domain.pieces import CAVEMEN, Caveman, Level
from domain.position import Due, Position, Slot
from domain.revealed import cave_revealed, chiefs_drawn, line_revealed, opened, without
from domain.rules import flaw
from domain.start import flaw_of_deal
from domain.territory import Territory, misfit, place
from domain.totems import gifts
from domain.tribe import misprice, misstand, recruit


def evolve(game: Game, event: e.Event) -> Game:  # noqa: C901 - one case per event
    """The game after `event`."""
    match event:
        case e.DominoPlaced():
            return _step(game, _placed(game, event))
        case e.DominoDrafted():
            return _step(game, _drafted(game, event))
        case e.RecruitPassed():
            _require(game, event.seat, "recruit")
            return _step(game, _end_turn(game.position))
        case e.CavemanRecruited():
            return _recruited(game, event)
        case e.FireLanded():
            return _step(game, _landed(game, event))
        case e.FireLost():
            _require(game, event.seat, "fire")
            return _step(game, _after_placing(replace(game.position, volcano=None)))
        case e.TotemMoved():
            return _totem_moved(game, event)
        case e.DominoDiscarded():
            return _step(game, _discarded(game, event))
        case e.LineRevealed():
            return _after_reveal(game, line_revealed(game, event))
        case e.CaveRevealed():
            return cave_revealed(game, event)
        case e.ChiefsDrawn():
            return _after_reveal(game, chiefs_drawn(game, event))
        case e.GameStarted():
            return _started(game, event)
        case e.TurnUndone():
            return _undone(game, event)
        case e.SeatResigned() | e.SeatTimedOut():
            return _barrier(game, _succeeded(game, event))
        case e.BotDrawn():
            return _barrier(game, _replaced(game, event))
        case e.VictoryClaimed():
            return _barrier(game, _claimed(game, event))
        case e.GameFinished():
            return _barrier(game, _finished(game, event))
        case e.GameCancelled():
            return _barrier(game, _cancelled(game, event))
        case _:
            assert_never(event)


def _step(game: Game, position: Position) -> Game:
    return Game(position, game.version + 1, game.deal, game.salt, game.pile, game)


def _after_reveal(game: Game, position: Position) -> Game:
    """O2a: what was revealed cannot be hidden again, so turns before this event are only taken back if all agree."""
    return Game(position, game.version + 1, game.deal, game.salt, game.pile, unrevealed=game)


def _barrier(game: Game, position: Position) -> Game:
    """Somebody has left, or the game is over: no turn before this event can be taken back."""
    return Game(position, game.version + 1, game.deal, game.salt, game.pile)


def _require(game: Game, seat: int | None, step: Due) -> None:
    position = game.position
    if position.step != step or position.seat != seat:
        due = "nothing" if position.step == "over" else f"{position.step} by seat {position.seat}"
        damaged(game, f"{step} by seat {seat} cannot follow: {due} is due")


def _started(game: Game, event: e.GameStarted) -> Game:
    rules = event.rules
    if game.version:
        damaged(game, "the game has started already")
    reason = flaw(rules)
    if reason is None and event.deal is not None:
        reason = flaw_of_deal(rules, event.deal, event.salt or "")
    if reason or rules.seats != len(event.seats):
        damaged(game, reason.text if reason else "the seats do not match the rules")
    cavemen = tuple(sorted(Counter(CAVEMEN).elements())) if rules.mode == "tribe" else ()
    territories = (Territory(rules.size),) * rules.seats
    position = Position(rules, event.seats, territories, unseen=NUMBERS, pile=cavemen)
    pile = event.deal.cavemen if event.deal is not None else None
    return Game(position, version=1, deal=event.deal, salt=event.salt, pile=pile or ())


def _drafted(game: Game, event: e.DominoDrafted) -> Position:
    position = game.position
    _require(game, event.seat, "claim" if position.round == 0 else "draft")
    if event.domino not in position.free:
        damaged(game, f"domino {event.domino} is not free")
    taken = Slot(event.domino, event.seat)
    slots = tuple(taken if slot.domino == event.domino else slot for slot in position.next_line)
    if position.round == 0:
        claimed = replace(position, next_line=slots, chiefs=position.chiefs[1:])
        return claimed if claimed.chiefs else _next_round(claimed)
    if position.rules.mode == "tribe":
        return replace(position, next_line=slots, step="recruit")
    return _end_turn(replace(position, next_line=slots))


def _end_turn(position: Position) -> Position:
    line = position.line[1:]
    if line:
        return replace(position, line=line, step="place")
    if position.round == position.rules.rounds:
        return replace(position, line=line, step="over")
    return _next_round(position)


def _next_round(position: Position) -> Position:
    return opened(replace(position, round=position.round + 1, line=position.next_line, next_line=()))


def _placed(game: Game, event: e.DominoPlaced) -> Position:
    position, seat = game.position, event.seat
    _require(game, seat, "place")
    domino, territory = dominoes(position.rules)[position.line[0].domino], position.territories[seat]
    if event.domino != domino.number:
        damaged(game, f"domino {event.domino} is not the one to be placed")
    if reason := misfit(territory, domino, event.a, event.b):
        damaged(game, reason.text)
    volcano = event.a if domino.a.craters else event.b if domino.b.craters else None
    grown = _with_territory(position, seat, place(territory, domino, event.a, event.b))
    return replace(grown, step="fire", volcano=volcano) if volcano else _after_placing(grown)


def _with_territory(position: Position, seat: int, territory: Territory) -> Position:
    territories = (*position.territories[:seat], territory, *position.territories[seat + 1 :])
    return replace(position, territories=territories)


def _after_placing(position: Position) -> Position:
    if position.rules.mode == "totem":
        seat = position.line[0].seat
        assert seat is not None
        if any(gifts(position.territories, position.totems, seat)):
            return replace(position, step="totem")
    return _end_turn(position) if position.round == position.rules.rounds else replace(position, step="draft")


def _landed(game: Game, event: e.FireLanded) -> Position:
    position = game.position
    _require(game, event.seat, "fire")
    territory = position.territories[event.seat]
    if event.volcano != position.volcano or misfire(territory, event.volcano, event.at):
        damaged(game, "the fire cannot come from there or land there")
    if (event.fires, event.burned) != (territory.squares[event.volcano].craters, burned(territory.squares[event.at])):
        damaged(game, "the fire has another size, or burns something else")
    burning = _with_territory(position, event.seat, land(territory, event.at, event.fires))
    return _after_placing(replace(burning, volcano=None))


def _totem_moved(game: Game, event: e.TotemMoved) -> Game:
    position = game.position
    is_possible = position.rules.mode == "totem" and event.to in range(position.rules.seats)
    if not is_possible or position.totems.get(event.resource) != event.giver:
        damaged(game, f"the {event.resource} totem cannot move like that")
    moved = replace(position, totems={**position.totems, event.resource: event.to})
    if position.step == "totem":
        return _step(game, _after_placing(moved))
    # This belongs to the step before: undo never stops between the two.
    return replace(_step(game, moved), before=game.before)


def _recruited(game: Game, event: e.CavemanRecruited) -> Game:
    position, seat = game.position, event.seat
    _require(game, seat, "recruit")
    territory = position.territories[seat]
    reason = misprice(territory, event.source, event.spent) or misstand(territory, event.spent, event.at)
    if reason:
        damaged(game, reason.text)
    joined = _with_territory(position, seat, recruit(territory, event.caveman, event.spent, event.at))
    if event.source == "cave":
        cave = without(game, position.cave, [event.caveman])
        return _step(game, _end_turn(replace(joined, cave=cave)))
    pile = without(game, position.pile, [event.caveman])
    after = _step(game, _end_turn(replace(joined, pile=pile)))
    return replace(after, pile=_searched(game, event.caveman)) if game.pile else after


def _searched(game: Game, caveman: Caveman) -> tuple[Caveman, ...]:
    """O10: the hidden order of the pile without the caveman that was taken from it."""
    indices = [index for index, other in enumerate(game.pile) if other == caveman]
    taken = indices[drawn_of(game.salt, len(game.pile), len(indices))]
    return game.pile[:taken] + game.pile[taken + 1 :]


def drawn_of(salt: str | None, size: int, alike: int) -> int:
    """O10: which of several identical cavemen is taken from a pile of this size.

    The choice is derived from the salt and differs for each search. Always taking the first or the last would reveal
    where the others lie; the rest of the pile must stay a fair shuffle.
    """
    return int.from_bytes(sha256(f"{salt}:{size}".encode()).digest()) % alike


def _discarded(game: Game, event: e.DominoDiscarded) -> Position:
    position = game.position
    discarded = replace(position, discarded=(*position.discarded, event.domino))
    if event.reason == "unclaimed":
        if position.step != "reveal" or Slot(event.domino) not in position.line:
            damaged(game, f"domino {event.domino} is not left unclaimed")
        return opened(replace(discarded, line=tuple(slot for slot in position.line if slot.seat is not None)))
    _require(game, event.seat, "place")
    if event.domino != position.line[0].domino:
        damaged(game, f"domino {event.domino} is not the one to be placed")
    if event.reason == "declined" and position.rules.must_place:
        damaged(game, "a domino cannot be declined by these rules")
    return _end_turn(discarded) if position.round == position.rules.rounds else replace(discarded, step="draft")


def _succeeded(game: Game, event: e.SeatResigned | e.SeatTimedOut) -> Position:
    position, seat = game.position, event.seat
    if position.step == "over" or seat not in range(len(position.players)):
        damaged(game, f"seat {seat} cannot leave")
    return replace(_with_bot(position, seat, event.successor), left=(*position.left, seat))


def _with_bot(position: Position, seat: int, level: Level) -> Position:
    player = replace(position.players[seat], bot=level)
    return replace(position, players=(*position.players[:seat], player, *position.players[seat + 1 :]))


def _replaced(game: Game, event: e.BotDrawn) -> Position:
    position = game.position
    if position.step == "over" or event.seat not in position.left:
        damaged(game, f"no other bot can play for seat {event.seat}: its player has not left")
    if not _is_wanted(position, event.by, event.agreed, {event.seat}):
        damaged(game, "another bot plays only if all others agree")
    return _with_bot(position, event.seat, event.successor)


def _is_wanted(position: Position, by: int, agreed: Sequence[int], without: Collection[int] = ()) -> bool:
    """Whether all seats but these have agreed to what `by` asked for."""
    others = {*range(len(position.players))} - {by, *without}
    return by in range(len(position.players)) and sorted(agreed) == sorted(others)


def _claimed(game: Game, event: e.VictoryClaimed) -> Position:
    position = game.position
    if event.seat not in range(len(position.players)) or not position.may_claim(event.seat):
        damaged(game, f"seat {event.seat} cannot claim the victory")
    return replace(position, step="over", line=_still_to_play(position), chiefs=(), volcano=None)


def _undone(game: Game, event: e.TurnUndone) -> Game:
    start: Game | None = game
    while start is not None and start.version != event.to:
        start = start.previous if event.agreed else start.before
    if start is None or start is game or start.position.seat != event.seat:
        damaged(game, f"there is no turn of seat {event.seat} to go back to after event {event.to}")
    return replace(start, version=game.version + 1, undone=start.undone + 1)


def _finished(game: Game, event: e.GameFinished) -> Position:
    if game.position.step != "over" or game.position.winners is not None or not game.version:
        damaged(game, "the game is not at its end")
    if not event.winners or not set(event.winners) <= set(range(game.position.rules.seats)):
        damaged(game, "the winners are seats of this game")
    return replace(game.position, winners=event.winners)


def _cancelled(game: Game, event: e.GameCancelled) -> Position:
    position = game.position
    is_wanted = bool(event.agreed) and _is_wanted(position, event.seat, event.agreed)
    if not game.version or position.step == "over" or not (position.is_untouched or is_wanted):
        damaged(game, "the game can be called off only before anybody has moved, or if all agree")
    if event.seat not in range(len(position.players)):
        damaged(game, f"there is no seat {event.seat} to call the game off")
    if not is_wanted:
        return replace(position, step="over", chiefs=())
    return replace(position, step="over", line=_still_to_play(position), chiefs=(), volcano=None, is_called_off=True)


def _still_to_play(position: Position) -> tuple[Slot, ...]:
    """The dominoes of this round that lie there when a game ends early."""
    return position.lying[: len(position.lying) - len(position.next_line)]
