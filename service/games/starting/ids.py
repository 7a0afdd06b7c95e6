"""Ids of games: drawn at random, or derived from another id, so that two requests for the same game find one."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from random import SystemRandom
from typing import Final

_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 10
_RNG: Final = SystemRandom()


def random_ids() -> Iterator[str]:
    """As many ids as are needed to find one that is free."""
    return ("".join(_RNG.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in count())


def ids_of_request(command_id: str) -> Iterator[str]:
    """The ids that a request which may be repeated tries, the same ones each time."""
    return (id_from(command_id, f"once {number}") for number in count())


def rematch_of(game: str) -> str:
    return id_from(game, "rematch")


def dynasty_game(match: str, number: int) -> str:
    """The id of a game of a match, from that of its first game."""
    return match if number == 1 else id_from(match, f"dynasty {number}")


def id_from(origin: str, purpose: str) -> str:
    digest = sha256(f"{origin}:{purpose}".encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])
