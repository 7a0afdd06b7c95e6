"""A person as moderators see them, and what moderators may do about them."""

from datetime import datetime
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery

from service.http.caller import moderator, once
from service.http.me import ShownStanding, shown_standing
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, body, operation_with, refusals
from service.http.refusals import MODERATORS_ONLY, UNKNOWN_PLAYER
from service.http.request import StrictRequest
from service.http.shown_acts import ShownAct, shown_acts
from service.moderation.acts import Banned, Excluded, Muted, Numbered, Removed, Warned
from service.moderation.moderators import Doable, Moderation
from service.moderation.shown_reports import ShownReport, shown_reports
from service.people.accounts import NoSuchPlayer
from service.people.standing import Role
from service.privacy.anonymise import ShownLine
from service.runtime.clock import moment
from service.runtime.repeats import Once

_RECENT: Final = 20  # games
_END: Final = "2030-01-31T12:00:00Z"
ACTS: Final = body(
    warn={"act": "warn", "reason": "Please let your games come to an end."},
    mute={"act": "mute", "reason": "Insults in names.", "until": _END},
    rename={"act": "rename", "reason": "The name is an insult.", "name": "Sleepy mammoth"},
    exclude={"act": "exclude", "reason": "Games that were lost on purpose.", "until": _END},
    ban={"act": "ban", "reason": "The same again after a warning.", "until": _END},
    remove={"act": "remove", "reason": "Ratings from games with oneself."},
)
Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]  # with its offset from UTC


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    reason: str  # shown to the person concerned


class Warn(_Request, frozen=True, forbid_unknown_fields=True, tag="warn"):
    pass


class Mute(_Request, frozen=True, forbid_unknown_fields=True, tag="mute"):
    until: Moment


class Rename(_Request, frozen=True, forbid_unknown_fields=True, tag="rename"):
    name: str


class Exclude(_Request, frozen=True, forbid_unknown_fields=True, tag="exclude"):
    until: Moment


class Ban(_Request, frozen=True, forbid_unknown_fields=True, tag="ban"):
    until: Moment


class Remove(_Request, frozen=True, forbid_unknown_fields=True, tag="remove"):
    game: str | None = None  # only this game, and not the person


ActRequest: TypeAlias = Warn | Mute | Rename | Exclude | Ban | Remove


class FoundPerson(msgspec.Struct, frozen=True):
    player: str
    name: str


class ModeratedPerson(msgspec.Struct, frozen=True):
    player: str
    name: str
    account: bool
    since: datetime
    role: Role | None
    standing: ShownStanding
    acts: list[ShownAct]  # about them, the newest first
    games: list[ShownLine]  # the last that they finished
    reports: list[ShownReport]  # about them, the newest first
    neighbours: int  # other accounts that came from the same networks in the last 30 days


class ModeratedPeopleController(Controller):
    path = "/api/moderation/people"
    tags = ("moderation",)
    security = TOKEN

    @get(
        "/",
        summary="Find a person by the id, or by the name of the account",
        responses={403: MODERATORS_ONLY, 404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def find(self, request: StrictRequest, name: FromQuery[str]) -> FoundPerson:
        await moderator(request)
        player = await request.services.accounts.find(name)
        profile = await request.services.people.credentials.profile(player)
        if profile is None:
            raise NoSuchPlayer
        return FoundPerson(player, profile.name)

    @get(
        "/{player:str}",
        summary="A person, and what moderators did about them",
        responses={403: MODERATORS_ONLY, 404: UNKNOWN_PLAYER, **refusals(400, 401)},
    )
    async def person(self, request: StrictRequest, player: FromPath[str]) -> ModeratedPerson:
        """Without the reports, if it is yourself: other moderators see those."""
        reader, services = (await moderator(request)).player, request.services
        profile = await services.people.credentials.profile(player)
        if profile is None:
            raise NoSuchPlayer
        standing, reports = await services.act_log.standing(player), await services.reports.about(player)
        return ModeratedPerson(
            player=player,
            name=profile.name,
            account=profile.account is not None,
            since=moment(profile.created),
            role=standing.role,
            standing=shown_standing(standing),
            acts=await shown_acts(services, await services.act_log.about(player)),
            games=(await services.lists.page(f"history:{player}", count=_RECENT)).lines,
            reports=await shown_reports(services.people.credentials, reader, reports),
            neighbours=await services.networks.neighbours(player),
        )

    @post(
        "/{player:str}/acts",
        summary="Warn, mute, rename, exclude from rated games, ban, or remove from public lists",
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={403: MODERATORS_ONLY, 404: UNKNOWN_PLAYER, **refusals(400, 401, 409, 413, 422)},
    )
    async def act(self, request: StrictRequest, player: FromPath[str], data: Annotated[ActRequest, ACTS]) -> ShownAct:
        """The person sees it with its reason, but not who did it. It can be taken back. Another act of the same kind
        replaces the first, say with an earlier end."""
        person, services = await moderator(request), request.services
        act = await _done(services.moderation, person.player, player, data, once(request, person, data))
        (shown,) = await shown_acts(services, [act])
        return shown


async def _done(moderation: Moderation, by: str, player: str, data: ActRequest, repeatable: Once | None) -> Numbered:
    if isinstance(data, Rename):
        return await moderation.rename(by, player, data.name, data.reason, repeatable)
    return await moderation.act(by, player, _act(data), data.reason, repeatable)


def _act(data: Warn | Mute | Exclude | Ban | Remove) -> Doable:
    match data:
        case Warn():
            return Warned()
        case Mute():
            return Muted(_milliseconds(data.until))
        case Exclude():
            return Excluded(_milliseconds(data.until))
        case Ban():
            return Banned(_milliseconds(data.until))
        case Remove():
            return Removed(data.game or "")


def _milliseconds(time: datetime) -> int:
    return round(time.timestamp() * 1000)
