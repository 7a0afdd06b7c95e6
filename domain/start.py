"""Starting a game: the deal is shuffled outside, validated here, and committed to by its hash (fair deal)."""

import re
from collections import Counter
from hashlib import sha256
from typing import Final

import msgspec

from domain.commands import StartGame
from domain.dominoes import NUMBERS
from domain.errors import IllegalMove, Reason
from domain.events import Deal, Event, GameStarted
from domain.game import Game
from domain.pieces import CAVEMEN
from domain.rules import Rules, flaw

STARTED: Final = Reason("started", "", "The game has started already.")
SEATS_NOT_FULL: Final = Reason("seats_not_full", "O1", "These rules need {seats} players.")
NOT_A_DEAL: Final = Reason("not_a_deal", "O1", "The deal must hold each {what} of the box once.")
NOT_A_SALT: Final = Reason("not_a_salt", "", "The salt must be a hexadecimal number in small letters.")


def start(game: Game, command: StartGame) -> list[Event]:
    if game.version:
        raise IllegalMove(STARTED)
    if reason := flaw(command.rules) or flaw_of_deal(command.rules, command.deal, command.salt):
        raise IllegalMove(reason)
    if len(command.seats) != command.rules.seats:
        raise IllegalMove(SEATS_NOT_FULL.about(seats=command.rules.seats))
    promise = commitment(command.deal, command.salt)
    return [GameStarted(command.rules, command.seats, promise, deal=command.deal, salt=command.salt)]


def commitment(deal: Deal, salt: str) -> str:
    """The SHA-256 hash of the canonical JSON of the deal and its salt."""
    return sha256(msgspec.json.encode({"deal": deal, "salt": salt}, order="sorted")).hexdigest()


def flaw_of_deal(rules: Rules, deal: Deal, salt: str) -> Reason | None:
    """Why this deal is impossible under these rules, or None."""
    if sorted(deal.dominoes) != sorted(NUMBERS):
        return NOT_A_DEAL.about(what="domino")
    if sorted(deal.chiefs) != list(range(rules.seats)):
        return NOT_A_DEAL.about(what="chief")
    cavemen = None if deal.cavemen is None else Counter(deal.cavemen)
    if cavemen != (CAVEMEN if rules.mode == "tribe" else None):
        return NOT_A_DEAL.about(what="caveman")
    return None if re.fullmatch("[0-9a-f]+", salt) else NOT_A_SALT
