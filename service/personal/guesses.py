"""What people who watch a game guess of the next choice: nobody else's business until it is over, then right or wrong.

All guesses about a game are in one hash, and each person has a list of the games they guessed in, which goes with them.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from domain.commands import Step
from domain.errors import Reason
from domain.events import Event
from puzzles.review.review import decisions
from service.runtime.refusal import Refused
from service.store.event_store import EventStore
from service.store.structures.hashes import Hash
from service.store.structures.sets import StoredSet

MOST: Final = 2000  # about one game, by all people together
MOST_OF_ONE: Final = 200
TOO_MANY_GUESSES: Final = Reason("too_many_guesses", "", "Nobody can guess any more about this game.")
_DECODER: Final = msgspec.msgpack.Decoder(Step)


class Guess(msgspec.Struct, frozen=True):
    seq: int  # the event after which the choice was to be made
    move: Step
    right: bool | None = None  # null until the game is over, and for a choice that was taken back


class Guesses:
    def __init__(self, store: EventStore) -> None:
        self._store = store

    async def put(self, game: str, player: str, guess: Guess) -> None:
        """In place of what the person has guessed there before. Raises Refused."""
        own = (await self.all(game)).get(player, [])
        if len(own) >= MOST_OF_ONE and guess.seq not in {other.seq for other in own}:
            raise Refused(TOO_MANY_GUESSES, "conflict")
        await self._games(player).add(game)
        if not await self._of(game).set_within(MOST, f"{player} {guess.seq}", msgspec.msgpack.encode(guess.move)):
            raise Refused(TOO_MANY_GUESSES, "conflict")

    async def all(self, game: str) -> dict[str, list[Guess]]:
        """By player, in the order of the game."""
        by_player: dict[str, list[Guess]] = {}
        for field, move in (await self._of(game).all()).items():
            player, seq = field.split(" ")
            by_player.setdefault(player, []).append(Guess(int(seq), _DECODER.decode(move)))
        return {player: sorted(own, key=lambda guess: guess.seq) for player, own in by_player.items()}

    async def export(self, player: str) -> dict[str, list[Guess]]:
        """A person's guesses, by game."""
        games = await self._games(player).members()
        return {game: (await self.all(game)).get(player, []) for game in sorted(games)}

    async def hand_over(self, guest: str, to: str) -> None:
        """May be repeated."""
        for game in await self._games(guest).members():
            for guess in (await self.all(game)).get(guest, []):
                await self.put(game, to, guess)
        await self.erase(guest)

    async def erase(self, player: str) -> None:
        for game in await self._games(player).members():
            if own := (await self.all(game)).get(player):
                await self._of(game).remove(*(f"{player} {guess.seq}" for guess in own))
        await self._games(player).delete()

    def _of(self, game: str) -> Hash:
        return Hash(self._store, f"guesses:{game}", durable=True)

    def _games(self, player: str) -> StoredSet:
        return StoredSet(self._store, f"guessed:{player}", durable=True)


def judged(guesses: Iterable[Guess], events: Iterable[Event]) -> list[Guess]:
    """The guesses about a game that is over, with whether they were right."""
    made = {decision.seq - 1: decision.played for decision in decisions(events)}
    return [
        msgspec.structs.replace(guess, right=None if guess.seq not in made else made[guess.seq] == guess.move)
        for guess in guesses
    ]
