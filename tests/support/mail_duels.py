"""A game of two people with e-mail addresses, and a worker that informs them."""

from random import Random

import httpx

from tests.support.api_persons import ManualClock
from tests.support.api_play import Json, fine
from tests.support.mails import Headers, Letters, with_address
from tests.support.notice_worlds import NoticeWorld

RULES: Json = {"game": "kingdomino", "mode": None, "seats": 2, "variants": [], "version": 1}
AT_ONCE = {"choices": {"turn": {"mail": "at_once"}}}


class Duel:
    """A game of two people with addresses."""

    def __init__(self, client: httpx.AsyncClient, world: NoticeWorld, letters: Letters, clock: ManualClock) -> None:
        self.client, self.world, self.letters, self.clock = client, world, letters, clock
        self.oona: Headers = {}
        self.jaro: Headers = {}
        self.game = ""

    async def begin(self, *, private: bool = False, **more: Json) -> None:
        self.oona = await with_address(self.client, self.letters, "Oona", "oona@lake.example")
        self.jaro = await with_address(self.client, self.letters, "Jaro", "jaro@cave.example")
        await self.table(private=private, **more)

    async def table(self, *, private: bool = False, **more: Json) -> None:
        body = {"rules": RULES, "seats": [], "private": private, **more}
        game = fine(await self.client.post("/api/games", json=body, headers=self.oona))
        invite = {"invite": game["invite"]} if private else {}
        fine(await self.client.post(f"/api/games/{game['id']}/join", params=invite, headers=self.jaro))
        self.game = game["id"]

    async def wish(self, headers: Headers, wishes: Json) -> None:
        fine(await self.client.put("/api/notices/preferences", json=wishes, headers=headers))

    async def until_turn_of(self, headers: Headers) -> None:
        """Plays until it is this person's turn because of another one's move."""
        player = fine(await self.client.get("/api/me", headers=headers))["player"]
        while await self.world.mover(self.game) == player:
            await self.world.move(self.game, Random(3))
        while await self.world.mover(self.game) != player:
            await self.world.move(self.game, Random(3))

    async def work(self) -> None:
        await self.world.work(self.world.follower(on_news=self.world.services.dispatcher.on_news))
        while await self.world.services.dispatcher.look_at_due():
            pass

    async def arrived(self, to: str, seconds: float = 100) -> list[Json]:
        """The mails to somebody, some time later: presence holds them back for a while."""
        self.clock.pass_seconds(seconds)
        await self.work()
        return [mail for mail in await self.letters() if mail["To"] == to]
