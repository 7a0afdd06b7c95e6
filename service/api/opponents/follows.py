"""Whom the caller follows, and the games that those people play now."""

import asyncio
from datetime import datetime
from typing import Final

import msgspec
from litestar import Controller, delete, get, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from service.http.caller import known_caller, other_person
from service.http.openapi import TOKEN, refusal, refusals
from service.http.refusals import UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.opponents.follows import CANNOT_FOLLOW, FOLLOWING_YOURSELF, MOST, TOO_MANY_FOLLOWED
from service.privacy.anonymise import ShownLine
from service.runtime.clock import moment

TOO_MANY: Final = refusal(409, "You follow too many people", TOO_MANY_FOLLOWED.about(most=MOST).text)
YOURSELF: Final = refusal(422, "This is you", FOLLOWING_YOURSELF.text)
BLOCKED: Final = refusal(403, "One of you has blocked the other", CANNOT_FOLLOW.about(name="Oona").text)
_GAMES: Final = 20
_OF_EACH: Final = 10  # of the games of one person that are looked at


class Follow(msgspec.Struct, frozen=True):
    player: str
    name: str
    since: datetime
    is_friend: bool  # they follow you too


class Unfollowed(msgspec.Struct, frozen=True):
    player: str


class FollowsController(Controller):
    path = "/api/follows"
    tags = ("opponents",)
    security = TOKEN

    @get("/", summary="Whom you follow, the newest first", responses=refusals(401))
    async def all(self, request: StrictRequest) -> list[Follow]:
        person, services = await known_caller(request), request.services
        followed = await services.follows.of(person.player)
        profiles = await asyncio.gather(*map(services.people.credentials.profile, followed))
        friends = await asyncio.gather(*(services.follows.has(other, person.player) for other in followed))
        follows = zip(followed.items(), profiles, friends, strict=True)
        return [
            Follow(player, profile.name, moment(at), is_friend)
            for (player, at), profile, is_friend in follows
            if profile is not None
        ]

    @get(
        "/games", summary="Public games that people whom you follow play now, the latest first", responses=refusals(401)
    )
    async def games(self, request: StrictRequest) -> list[ShownLine]:
        """At most twenty, without your own."""
        person, lists = await known_caller(request), request.services.lists
        followed = await request.services.follows.of(person.player)
        pages = await asyncio.gather(*(lists.page(f"mine:{player}", count=_OF_EACH) for player in followed))
        lines = {line.game: line for page in pages for line in lists.public(page.lines) if line.status == "running"}
        others = [line for line in lines.values() if person.player not in {seat.player for seat in line.seats}]
        return sorted(others, key=lambda line: -line.touched)[:_GAMES]

    @put(
        "/{player:str}",
        summary="Follow somebody",
        responses={403: BLOCKED, 404: UNKNOWN_PLAYER, 409: TOO_MANY, 422: YOURSELF, **refusals(400, 401)},
    )
    async def follow(self, request: StrictRequest, player: FromPath[str]) -> Follow:
        """At most 100 people, for guests 20. They learn of it only if they follow you too."""
        person, follows = await known_caller(request), request.services.follows
        profile = await other_person(request, player)
        since = await follows.put(person, player, profile.name)
        return Follow(player, profile.name, moment(since), await follows.has(player, person.player))

    @delete(
        "/{player:str}",
        status_code=HTTP_200_OK,
        summary="Follow somebody no longer; nothing happens if you do not follow them",
        responses=refusals(400, 401, 403),
    )
    async def unfollow(self, request: StrictRequest, player: FromPath[str]) -> Unfollowed:
        person = await known_caller(request)
        await request.services.follows.remove(person.player, player)
        return Unfollowed(player)
