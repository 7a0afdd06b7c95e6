"""Links from mails into one game, and the visits that they open: with one a person may see that game and move in it.

Both are secrets of the person like any other: they are stored as hashes, and end with the sessions.
"""

from typing import Final, NamedTuple

import msgspec

from domain.errors import Reason
from service.people.credentials import Key, Record, StoredKind, digest, new_key, new_secret, owner_of
from service.people.identity import LINK_DAYS, VISIT_DAYS, People
from service.runtime.clock import Clock
from service.runtime.refusal import Refused

DEAD_GAME_LINK: Final = Reason(
    "dead_game_link", "", "This link was used already or is too old: sign in, or wait for the next mail."
)
_MOST: Final = 30  # links of one person, and as many visits
_DAYS: Final[dict[StoredKind, int]] = {"link": LINK_DAYS, "visit": VISIT_DAYS}  # that they work


class GameLink(NamedTuple):
    player: str
    game: str
    proof: str
    key: Key


class GameLinks:
    def __init__(self, people: People, clock: Clock) -> None:
        self._people = people
        self._credentials = people.credentials
        self._clock = clock

    async def make(self, player: str, game: str) -> str | None:
        """The secret of a new link; None if the person has left. Removes the oldest ones if there are too many."""
        return await self._add(player, new_key("link", self._clock(), game))

    async def find(self, secret: str) -> GameLink:
        """Changes nothing. Raises Refused if it does not work any more."""
        player, proof = owner_of(secret), digest(secret)
        proven = await self._credentials.find(player, proof) if player is not None else None
        if player is None or proven is None or proven.key.kind != "link" or not proven.key.label:
            raise Refused(DEAD_GAME_LINK, "not_found")
        if self._clock() - proven.key.created >= LINK_DAYS * 24 * 60 * 60 * 1000:
            raise Refused(DEAD_GAME_LINK, "not_found")
        return GameLink(player, proven.key.label, proof, proven.key)

    async def use(self, link: GameLink) -> str:
        """The secret of a visit. Of several callers one gets it, the others get Refused."""
        used = msgspec.structs.replace(link.key, label="")
        if not await self._credentials.change_key(link.player, link.proof, link.key, used):
            raise Refused(DEAD_GAME_LINK, "not_found")
        visit = await self._add(link.player, new_key("visit", self._clock(), link.game))
        await self._people.revoke(link.player, link.proof)
        if visit is None:
            raise Refused(DEAD_GAME_LINK, "not_found")
        return visit

    async def _add(self, player: str, key: Key) -> str | None:
        secret = new_secret(player)
        while (record := await self._credentials.load(player)) is not None:
            if await self._credentials.add(player, record.profile, digest(secret), key):
                if useless := self._useless(record, key.kind):
                    await self._people.revoke(player, *useless)
                return secret
        return None

    def _useless(self, record: Record, kind: StoredKind) -> list[str]:
        """The links or visits that have ended, and the oldest ones, if one more would be too many."""
        now, lasting = self._clock(), _DAYS[kind] * 24 * 60 * 60 * 1000
        alike = sorted((key.created, proof) for proof, key in record.keys.items() if key.kind == kind)
        surplus = max(0, len(alike) + 1 - _MOST)
        return [proof for number, (created, proof) in enumerate(alike) if number < surplus or now - created >= lasting]
