"""What is handed over to the outbox: each notice once by each way, and nothing that is settled."""

import re
from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from random import Random
from typing import Any

import msgspec
import pytest

from projections.notices import Way
from service.assembly import assemble
from service.delivery.outbox import Outbox
from service.delivery.parcels import HookContent, MailContent, Parcel, PushContent
from service.lists.index import ListIndex
from service.lists.lines import update_line
from service.notices.due import DuePeople
from service.notices.preferences import Preferences, Quiet
from service.notices.schedule import AWAY_AFTER
from service.notices.sending.dispatcher import Dispatcher
from service.notices.sending.packing import Packing
from service.store.bells import Bells
from service.store.errors import Unavailable
from tests.support.notice_worlds import JARO, NAG, OONA, NoticeWorld
from tests.support.timed_games import mortal
from tests.support.variants import only

ALL_DAY = Quiet(0, 23 * 60 + 59)


class Post:
    """A worker's dispatcher for people with these targets, and what has arrived in the outbox."""

    def __init__(self, world: NoticeWorld, *ways: Way, target: str = "target") -> None:
        self.world = world
        self.ways = ways
        self.target = target
        self.sent: list[Parcel] = []

    def dispatcher(self, rng: Random | None = None) -> Dispatcher:
        store, clock = copy(self.world.store), self.world.clock
        if rng is not None:
            store.servers = mortal(store.servers, rng)
        services = assemble(store, clock)

        async def targets(_: str) -> Mapping[str, int]:
            return {self.target: 0}

        return Dispatcher(
            services.notices,
            DuePeople(store, clock),
            services.live,
            Outbox(store, clock),
            Packing(
                services.notices.writer,
                ListIndex(store),
                services.mail.addresses,
                services.hooks,
                services.mail_endings,
                clock,
                "https://firstfire.example",
            ),
            dict.fromkeys(self.ways, targets),
            services.puzzle_days,
            Bells(store),
            clock,
        )

    async def work(self, rng: Random | None = None) -> None:
        """One worker's round: notices, looks, and the sender, who never dies here."""
        dispatcher = self.dispatcher(rng)
        with suppress(Unavailable):
            await self.world.work(self.world.follower(rng, dispatcher.on_news))
            while await dispatcher.look_at_due():
                pass
        await self.collect()

    async def collect(self) -> None:
        outbox = Outbox(self.world.store, self.world.clock)
        for way in self.ways:
            if way != "page":
                while taken := await outbox.take(way, 100):
                    for parcel, state in taken:
                        self.sent.append(parcel)
                        await outbox.settle(parcel, state)

    def payloads(self, player: str) -> list[dict[str, Any]]:
        contents = [parcel.content for parcel in self.sent if parcel.person == player]
        return [msgspec.json.decode(content.payload) for content in contents if isinstance(content, PushContent)]

    def turns(self, player: str) -> list[dict[str, Any]]:
        """What webhooks of this player heard of turns."""
        contents = [parcel.content for parcel in self.sent if parcel.person == player]
        hooked = [content for content in contents if isinstance(content, HookContent) and content.kind == "turn"]
        return [msgspec.json.decode(content.data) for content in hooked]

    def titles(self, player: str) -> list[str]:
        return [payload.get("title", "") for payload in self.payloads(player)]


async def turns(world: NoticeWorld, game: str, player: str, rng: Random) -> None:
    """Play until it is this player's turn because of another one's move."""
    while await world.mover(game) == player:
        await world.move(game, rng)
    while await world.mover(game) != player:
        await world.move(game, rng)


async def test_a_push_says_whose_move_it_was_and_is_closed_after_ones_own(world: NoticeWorld) -> None:
    post, rng, game = Post(world, "push"), Random(3), await world.table(OONA, JARO)
    await turns(world, game, "oona", rng)
    await post.work()
    [shown] = [payload for payload in post.payloads("oona") if payload.get("title") == "Your turn"]
    assert shown["body"] == "Jaro has moved: it is your turn.\nKingdomino with Jaro"
    assert (shown["address"], shown["tag"]) == (f"/game/{game}", f"turn:{game}")
    assert (shown["game"], shown["waiting"]) == (game, 1)  # the lists do not know of the game yet
    assert re.fullmatch(rf"/api/games/{game}/offer-picture\?at=\d+", shown["picture"])
    assert shown["notice"] in [str(item.mark) for item in await world.items(OONA)]
    await post.work()
    before = len(post.sent)
    while await world.mover(game) == "oona":
        await world.move(game, rng)
    await post.work()
    assert post.payloads("oona")[-1] == {"close": f"turn:{game}", "waiting": 0}
    assert len([parcel for parcel in post.sent[before:] if parcel.person == "oona"]) == 1


async def test_nothing_is_sent_while_somebody_is_here_and_nothing_after_the_move(world: NoticeWorld) -> None:
    post, rng, game = Post(world, "push"), Random(3), await world.table(OONA, JARO)
    await world.services.notices.presence.note("oona")
    await turns(world, game, "oona", rng)
    await post.work()
    assert post.payloads("oona") == []
    world.clock.now += AWAY_AFTER
    await post.work()
    assert post.titles("oona").count("Your turn") == 1
    await turns(world, game, "oona", rng)
    await world.services.notices.presence.note("oona")
    await post.work()
    while await world.mover(game) == "oona":
        await world.move(game, rng)
    world.clock.now += AWAY_AFTER
    await post.work()
    assert post.titles("oona").count("Your turn") == 1


async def test_a_private_table_is_not_named_outside_unless_that_is_wanted(world: NoticeWorld) -> None:
    post, rng = Post(world, "push"), Random(3)
    game = await world.table(OONA, JARO, private=True)
    await turns(world, game, "oona", rng)
    await post.work()
    shown = post.payloads("oona")[post.titles("oona").index("Your turn")]
    assert shown["body"] == "It is your turn.\nA private game"
    assert not {"game", "picture"} & shown.keys()
    await world.services.notices.prefer("oona", lambda _: Preferences(shows_private=True, language="de"))
    await turns(world, game, "oona", rng)
    await post.work()
    assert post.payloads("oona")[-1]["body"] == "Jaro hat gezogen: Du bist dran.\nKingdomino mit Jaro"


async def test_a_webhook_waits_as_long_as_it_wants_and_hears_nothing_of_what_is_settled(world: NoticeWorld) -> None:
    rng, game = Random(3), await world.table(OONA, JARO, private=True)
    quick, slow = [
        Post(
            world, "webhook", target=(await world.services.hooks.add("oona", "https://hooks.example", "json", delay))[0]
        )
        for delay in (0, 30)
    ]
    await world.services.notices.prefer("oona", lambda before: msgspec.structs.replace(before, shows_private=True))
    await turns(world, game, "oona", rng)
    await slow.work()
    world.clock.pass_seconds(29 * 60)
    await slow.work()
    assert slow.turns("oona") == []
    await turns(world, game, "jaro", rng)
    await slow.work()
    world.clock.pass_seconds(60)
    await slow.work()
    assert slow.turns("oona") == [], "the move was made before"
    await turns(world, game, "oona", rng)
    await slow.work()
    world.clock.pass_seconds(30 * 60)
    await slow.work()
    [sent] = slow.turns("oona")
    assert (sent["text"], sent["table"]) == ("Jaro has moved: it is your turn.", "Kingdomino with Jaro")
    await turns(world, game, "jaro", rng)
    await turns(world, game, "oona", rng)
    await quick.work()
    assert len(quick.turns("oona")) == 1


async def test_what_a_webhook_waits_for_does_not_end_in_quiet_hours(world: NoticeWorld) -> None:
    rng, game = Random(3), await world.table(OONA, JARO)
    hook, _ = await world.services.hooks.add("oona", "https://hooks.example", "json", 30)
    post, minute = Post(world, "webhook", target=hook), world.clock() // 60_000 % (24 * 60)
    quiet = Quiet((minute + 20) % (24 * 60), (minute + 50) % (24 * 60))
    await world.services.notices.prefer("oona", lambda before: msgspec.structs.replace(before, quiet=quiet))
    await turns(world, game, "oona", rng)
    await post.work()
    world.clock.pass_seconds(40 * 60)
    await post.work()
    assert post.turns("oona") == []
    world.clock.pass_seconds(15 * 60)
    await post.work()
    assert len(post.turns("oona")) == 1


async def test_a_webhook_that_has_waited_waits_on_for_somebody_who_has_come_back(world: NoticeWorld) -> None:
    rng, game, notices = Random(3), await world.table(OONA, JARO), world.services.notices
    hook, _ = await world.services.hooks.add("oona", "https://hooks.example", "json", 30)
    post = Post(world, "webhook", target=hook)
    await turns(world, game, "oona", rng)
    await post.work()
    world.clock.pass_seconds(30 * 60)
    await notices.presence.note("oona")
    [taken] = await world.services.outbox.take("webhook", 1)
    assert await notices.held_until(taken.parcel) == world.clock() + AWAY_AFTER
    world.clock.now += AWAY_AFTER
    assert await notices.held_until(taken.parcel) == world.clock()
    await notices.presence.note("oona")
    trial = msgspec.structs.replace(taken.parcel, content=HookContent("test", b"{}", ""))
    assert await notices.held_until(trial) == 0


async def test_muting_a_game_withdraws_what_waits_of_it(world: NoticeWorld) -> None:
    rng, game, other = Random(3), await world.table(OONA, JARO), await world.table(OONA, JARO)
    hook, _ = await world.services.hooks.add("oona", "https://hooks.example", "json", 30)
    post, outbox = Post(world, "webhook", target=hook), world.services.outbox
    for each in (game, other):
        await turns(world, each, "oona", rng)
    await post.work()
    before = await outbox.waiting_for("oona")
    await world.services.notices.mute("oona", game, is_muted=True)
    await post.work()
    assert await outbox.waiting_for("oona") < before
    world.clock.pass_seconds(30 * 60)
    await post.work()
    assert {turn["game"] for turn in post.turns("oona")} == {other}


async def test_a_digest_lists_the_games_that_wait_once(world: NoticeWorld) -> None:
    post, rng = Post(world, "mail"), Random(3)
    wishes = Preferences(choices={"turn": {"mail": "digest"}, "started": {"mail": "off"}}, digest_hour=8)
    await world.services.notices.prefer("oona", lambda _: wishes)
    games = [await world.table(OONA, JARO) for _ in range(3)]
    for game in games:
        await turns(world, game, "oona", rng)
        await update_line(world.store, ListIndex(world.store), game)
    await post.work()
    assert [parcel for parcel in post.sent if parcel.person == "oona"] == []
    world.clock.pass_days(1)
    await post.work()
    await post.work()
    [parcel] = [parcel for parcel in post.sent if parcel.person == "oona"]
    assert isinstance(parcel.content, MailContent)
    assert parcel.content.subject == "3 games wait for you"
    assert all(f"https://firstfire.example/game/{game}" in parcel.content.text for game in games)
    world.clock.pass_days(1)
    await post.work()
    assert len([parcel for parcel in post.sent if parcel.person == "oona"]) == 2


@pytest.mark.parametrize("seed", only([0, 1], range(5)))
async def test_whatever_dies_each_turn_that_waits_is_sent_once(world: NoticeWorld, seed: int) -> None:
    post, rng = Post(world, "push", "mail"), Random(seed)
    games = [await world.table(OONA, JARO) for _ in range(2)]
    owed: set[tuple[str, str, int]] = set()
    for _ in range(12):
        game = rng.choice(games)
        before = await world.mover(game)
        await world.move(game, rng)
        for _ in range(rng.randrange(3)):
            await post.work(rng)
        world.clock.pass_seconds(31)  # the lease of a look that died
        await post.work()
        if (after := await world.mover(game)) != before:
            owed.add((after, game, (await world.services.live.current(game)).version))
    assert len({parcel.id for parcel in post.sent}) == len(post.sent)
    for player, game, number in owed:
        items = await world.items(OONA if player == "oona" else JARO)
        [item] = [
            item for item in items if (item.notice.kind, item.notice.game, item.notice.number) == ("turn", game, number)
        ]
        assert "push" in item.ways
        assert [parcel for parcel in post.sent if parcel.id.startswith(f"{player}:{item.mark}:push:")]


async def test_a_person_whose_game_cannot_be_read_keeps_nobody_else_waiting(
    world: NoticeWorld, caplog: pytest.LogCaptureFixture
) -> None:
    post, rng = Post(world, "push"), Random(3)
    damaged, whole = await world.table(OONA, JARO), await world.table(NAG, JARO)
    await turns(world, damaged, "oona", rng)
    await turns(world, whole, "nag", rng)
    for player in ("oona", "nag"):
        await world.services.notices.presence.note(player)
    await post.work()
    version = (await world.services.live.current(damaged)).version
    await world.store.append(damaged, version, [b"nonsense"])
    world.clock.now += AWAY_AFTER
    await post.work()
    assert post.titles("nag").count("Your turn") == 1
    assert post.titles("oona") == []
    assert "no notices for oona for now" in caplog.text
