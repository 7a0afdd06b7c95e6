"""Tournaments inform those who play in them, once each: of their games, of rounds without one, and of the end."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from domain.rules import Rules
from projections.notices import Kind, Way
from service.delivery.parcels import HookContent, MailContent, PushContent
from service.notices.preferences import Preferences, Timing
from service.notices.records import Noticed
from service.notices.schedule import AWAY_AFTER
from service.notices.shown import address
from service.store.event_store import EventStore
from service.store.feeds.entries import FeedEntry
from service.store.keys import bucket_of
from service.tournaments.records import TableSet
from tests.service.notices.test_dispatcher import Post
from tests.support.notice_worlds import NoticeWorld
from tests.support.servers import emptied
from tests.support.tournament_worlds import DAY, TournamentWorld


class _World(TournamentWorld):
    def __init__(self, store: EventStore) -> None:
        super().__init__(store)
        self.worker = NoticeWorld(store, self.clock)
        self.worker.services = self.services

    async def heard(self, tournament: str) -> dict[str, list[Noticed]]:
        """By the names of all who entered: of what they were informed, turns left out."""
        await self.worker.work()
        players = (await self.state(tournament)).entered
        return {await self._name(player): await self._noticed(player) for player in players}

    async def kinds(self, tournament: str) -> dict[str, list[str]]:
        heard = await self.heard(tournament)
        return {name: [notice.kind for notice in notices] for name, notices in heard.items()}

    async def _noticed(self, player: str) -> list[Noticed]:
        items = (await self.services.notices.logs.read(player)).items.values()
        return [item.notice for item in items if item.notice.kind not in ("turn", "finished")]

    async def _name(self, player: str) -> str:
        profile = await self.services.people.credentials.profile(player)
        assert profile is not None
        return profile.name

    async def finish(self, tournament: str) -> None:
        """Everything that is open now is played, and what follows begins."""
        for number, table in enumerate((await self.state(tournament)).waiting):
            await self.play(table, number)
        await self.look()


@pytest.fixture
async def world(store: EventStore) -> AsyncIterator[_World]:
    await emptied(store)
    yield _World(store)
    await emptied(store)


async def test_each_round_says_whom_one_meets_or_that_one_rests(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid")
    first = await world.kinds(tournament)
    assert sorted(kinds for [kinds] in first.values()) == ["round_rests", "tournament_begun", "tournament_begun"]
    await world.finish(tournament)
    second = await world.kinds(tournament)
    assert sorted(kinds[1] for kinds in second.values()) == ["round_begun", "round_begun", "round_rests"]
    await world.finish(tournament)
    assert {kinds[-1] for kinds in (await world.kinds(tournament)).values()} == {"tournament_over"}


async def test_a_notice_names_the_opponent_and_leads_to_the_game(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben")
    await world.worker.work()
    [table] = (await world.state(tournament)).tables
    ann, notices = next(iter((await world.state(tournament)).entered)), world.services.notices
    [notice] = [notice for notice in (await notices.listed(ann, "de")).notices if notice.kind == "tournament_begun"]
    assert (notice.text, notice.address) == ("Du triffst auf Ben: Eure Partie ist eröffnet.", f"/game/{table.game}")


async def test_games_of_a_match_are_announced_and_who_is_out_hears_of_the_end(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben", format="knock_out", best_of=3)
    while (await world.state(tournament)).ended is None:
        await world.finish(tournament)
    games = len((await world.state(tournament)).tables)
    heard = ["tournament_begun", *["round_begun"] * (games - 1), "tournament_over"]
    assert await world.kinds(tournament) == {"Ann": heard, "Ben": heard}


async def test_nobody_rests_in_a_round_robin_whose_rounds_are_played_at_once(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid", format="round_robin")
    heard = await world.kinds(tournament)
    assert {kind for kinds in heard.values() for kind in kinds} == {"tournament_begun", "round_begun"}
    assert [len(kinds) for kinds in heard.values()] == [2, 2, 2]


async def test_larger_tables_name_nobody(world: _World) -> None:
    names, rules = ("Ann", "Ben", "Cid"), Rules("kingdomino", 3)
    tournament = await world.begun(*names, rules=rules, least=3, format="round_robin", rounds=1)
    heard = await world.heard(tournament)
    assert [(notice.kind, notice.by) for [notice] in heard.values()] == [("tournament_begun", None)] * 3


async def test_who_entered_hears_that_it_does_not_take_place_but_not_who_called_it_off(world: _World) -> None:
    tournament = await world.opened("Ann", "Ben")
    owner = (await world.state(tournament)).opened.by
    assert owner is not None
    await world.services.tournaments.call_off(tournament, owner)
    heard = await world.heard(tournament)
    [notice] = heard["Ann"]
    assert (notice.kind, address(notice)) == ("tournament_off", f"/tournaments/{tournament}")
    assert {name: len(notices) for name, notices in heard.items()} == {"Ann": 1, "Ben": 1}
    assert (await world.services.notices.listed(owner, "en")).notices == []


async def test_it_comes_by_push_mail_and_webhook_and_leads_to_the_tournament(world: _World) -> None:
    choices: dict[Kind, dict[Way, Timing]] = {"tournament_off": {"mail": "at_once", "webhook": "at_once"}}
    posts = [Post(world.worker, way) for way in ("push", "mail", "webhook")]
    tournament = await world.opened("Ann")
    [ann] = (await world.state(tournament)).entered
    await world.services.notices.preferences.change(ann, lambda _: Preferences(choices))
    await world.services.mail.addresses.confirm(ann, "ann@lake.example", 0)
    world.clock.now += DAY
    await world.look()
    world.clock.now += AWAY_AFTER
    for post in posts:
        world.worker.positions.clear()
        await post.work()
    link = f"/tournaments/{tournament}"
    push, mail, hook = (parcel.content for post in posts for parcel in post.sent if parcel.person == ann)
    assert isinstance(push, PushContent)
    assert isinstance(mail, MailContent)
    assert isinstance(hook, HookContent)
    assert msgspec.json.decode(push.payload)["address"] == link
    assert (mail.subject, f"https://firstfire.example{link}" in mail.text) == (
        "The tournament does not take place",
        True,
    )
    assert msgspec.json.decode(hook.data)["link"] == f"https://firstfire.example{link}"


async def test_a_follower_that_starts_over_informs_nobody_again(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid")
    await world.finish(tournament)
    before = await world.heard(tournament)
    world.worker.positions.clear()
    assert await world.heard(tournament) == before
    for name in [name async for name in world.services.store.games()]:  # nor when it gets whole logs
        version = await world.services.store.version(name)
        await world.worker.follower().consider(FeedEntry(bucket_of(name), f"{world.clock.now}-0", name, 1, version))
    assert await world.heard(tournament) == before


async def test_who_has_withdrawn_hears_no_more_of_it(world: _World) -> None:
    tournament = await world.begun("Ann", "Ben", "Cid")
    table: TableSet = (await world.state(tournament)).tables[0]
    rests = next(player for player in (await world.state(tournament)).order if player not in table.players)
    await world.services.tournaments.withdraw(tournament, rests)
    world.clock.now += 90 * DAY
    await world.look()
    assert (await world.state(tournament)).ended is not None
    items = (await world.services.notices.logs.read(rests)).items.values()
    assert "tournament_over" not in [item.notice.kind for item in items]


def test_a_newer_notice_of_a_tournament_takes_the_place_of_an_older_one() -> None:
    rests, over = (Noticed(1, kind, number=7, tournament="h4tq8mzn2w") for kind in ("round_rests", "tournament_over"))
    assert rests.tag == over.tag
    other = Noticed(1, "tournament_over", number=7, tournament="another")
    assert (over.tag == other.tag, over.command_id == other.command_id) == (False, False)
