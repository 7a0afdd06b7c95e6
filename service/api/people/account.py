"""The caller's own account: sign up, change it, export all stored data, leave."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from service.account_mail.addresses import Mailbox
from service.http.caller import OPEN_TO_BANNED, UNKNOWN_TOKEN, address, known_caller, owner
from service.http.me import Credentials, Me, me_of
from service.http.openapi import TOKEN, body, refusals
from service.http.origin import origin
from service.http.refusals import INVALID_CREDENTIALS, NAME_TAKEN, OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.http.session_cookie import ended_cookie, session_cookie
from service.http.shown_acts import OwnAct, own_acts
from service.moderation.reports import Report
from service.notices.own_notices import NoticeData
from service.opponents.records import Seek
from service.people.accounts import ChangedMeanwhile
from service.people.activity import Act, DeviceKind
from service.people.credentials import Kind
from service.people.identity import Person
from service.personal.guesses import Guess
from service.personal.notes import ExportedNotes
from service.plans.plans import ExportedPlan
from service.privacy.personal_data import PersonalData
from service.puzzles.personal_data import PuzzleData
from service.runtime.clock import moment
from service.runtime.refusal import Refused
from service.talk.talk import TalkData
from service.time_off.records import TimeOff

NO_CURRENT: Final = Reason("no_current", "", "To change your password, also give the old one, as `current`.")
ONCE_MORE: Final = Reason("once_more", "", "To leave, enter your password again.")

ACCOUNT: Final = body(account={"name": "Oona of the lake", "password": "a stone, a fish and a fire"})
CHANGES: Final = body(
    name={"name": "Oona of the hill"},
    password={"password": "two stones and a fire", "current": "a stone, a fish and a fire"},
)
LEAVING: Final = body(account={"password": "a stone, a fish and a fire"}, guest={})


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str | None = None
    password: str | None = None
    current: str | None = None  # the old password
    keep_tokens: bool = False  # with a new password: whether your personal tokens stay valid


class LeaveRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str | None = None  # required for an account


class ShownEntry(msgspec.Struct, frozen=True):
    at: datetime
    act: Act
    device: DeviceKind
    network: str  # with many other people in it
    about: str  # the name of the token or passkey


class ShownMark(msgspec.Struct, frozen=True):
    label: str
    is_starred: bool


class Export(PersonalData, frozen=True, kw_only=True):
    """Everything that is stored about the caller, without any secret or its hash."""

    puzzles: PuzzleData
    blocks: dict[str, int]  # the players whom you have blocked, with the time
    reports: list[Report]  # by you
    acts: list[OwnAct]  # of moderators, about you: they stay in the log when you leave
    networks: list[str]  # that you came from lately, as hashes
    address: Mailbox  # your e-mail address, if there is any
    push_devices: dict[str, str]  # where pushes go, with the names of the devices
    webhooks: list[str]  # where to
    follows: dict[str, int]  # whom you follow, with the time
    seeks: list[Seek]  # games that you look for
    greetings: dict[str, str]  # that you wrote to those whom you invited, by table
    time_off: TimeOff
    has_calendar: bool  # whether there is an address for calendar programs
    notices: NoticeData
    talk: TalkData  # what you said at tables
    plans: list[ExportedPlan]  # for your next turns
    marks: dict[str, ShownMark]  # of your games: labels and stars
    notes: list[ExportedNotes]  # about games, for yourself, and your thoughts
    deals: dict[str, str]  # your game with the deal of each day
    guesses: dict[str, list[Guess]]  # of next moves, by game


class Left(msgspec.Struct, frozen=True):
    left: str  # the id of the player


class AccountController(Controller):
    path = "/api"
    tags = ("people",)
    security = TOKEN

    @get("/me", summary="Who you are and what you may do", responses=refusals(401))
    async def me(self, request: StrictRequest) -> Me:
        return me_of(await known_caller(request))

    @post(
        "/account",
        summary="Turn yourself from a guest into an account; your games stay yours",
        responses={403: OWNER_ONLY, 409: NAME_TAKEN, 422: INVALID_CREDENTIALS, **refusals(400, 401, 413)},
    )
    async def sign_up(self, request: StrictRequest, data: Annotated[Credentials, ACCOUNT]) -> Response[Me]:
        """Names are unique, regardless of case. A caller with a session gets a new one. The guest's token still plays
        and reads, like a personal token; to manage the account, sign in."""
        person, services = await owner(request), request.services
        person.standing.check_naming()
        profile = await services.accounts.sign_up(person.player, data.name, data.password, address(request))
        me = msgspec.structs.replace(person, name=profile.name, has_account=True)
        await services.activity.note(person.player, "signed_up", origin(request))
        return await _renewed(request, me, "session")

    @patch(
        "/me",
        summary="Change your name, or your password (with the old one as `current`)",
        responses={
            401: WRONG_PASSWORD,
            403: OWNER_ONLY,
            409: NAME_TAKEN,
            422: INVALID_CREDENTIALS,
            **refusals(400, 413),
        },
    )
    async def change(self, request: StrictRequest, data: Annotated[Changes, CHANGES]) -> Response[Me]:
        """If both are given, both change or neither. A new password ends all other sessions, your token as a guest and,
        unless you send `keep_tokens`, your personal tokens. Games keep the names they were started with."""
        person, accounts = await owner(request), request.services.accounts
        if data.name is not None:
            person.standing.check_naming()
        if data.password is not None:
            if data.current is None:
                raise Refused(NO_CURRENT, "malformed")
            profile = await accounts.change_password(
                person.player, data.current, data.password, address(request), data.name
            )
            me = msgspec.structs.replace(person, name=profile.name)
            ended: tuple[Kind, ...] = ("session", "guest") if data.keep_tokens else ("session", "guest", "token")
            response = await _renewed(request, me, *ended)
            await request.services.activity.note(person.player, "password_changed", origin(request))
            return response
        if data.name is not None:
            profile = await accounts.rename(person.player, data.name)
            person = msgspec.structs.replace(person, name=profile.name)
        return Response(me_of(person))

    @get(
        "/me/activity",
        summary="What happened to your account in the last 90 days, the newest first",
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def activity(self, request: StrictRequest) -> list[ShownEntry]:
        """Signing in, tokens, passkeys and passwords: at most a hundred entries."""
        person = await owner(request)
        entries = await request.services.activity.recent(person.player)
        return [ShownEntry(moment(entry.at), *msgspec.structs.astuple(entry)[1:]) for entry in entries]

    @get(
        "/account/acts",
        summary="What moderators did about you, the newest first",
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def acts(self, request: StrictRequest) -> list[OwnAct]:
        """At most a hundred. Which moderator it was is not shown; the operator knows."""
        person = await owner(request)
        return await own_acts(request.services, person.player)

    @get(
        "/me/export",
        summary="Everything that is stored about you",
        responses={403: OWNER_ONLY, **refusals(401)},
    )
    async def export(self, request: StrictRequest) -> Export:
        person, services = await owner(request), request.services
        own_data = await services.own_data.export(person.player)
        if own_data is None:  # deleted since the caller was resolved
            raise Refused(UNKNOWN_TOKEN, "unauthenticated")
        return Export(
            **msgspec.structs.asdict(own_data),
            puzzles=await services.puzzle_data.export(person.player),
            blocks=await services.blocks.of(person.player),
            notices=await services.notices.export(person.player),
            reports=[report for _, report in await services.reports.by(person.player)],
            acts=await own_acts(services, person.player),
            networks=sorted(await services.networks.of(person.player)),
            address=await services.mail.addresses.of(person.player),
            push_devices={
                device.endpoint: device.name for device in (await services.devices.of(person.player)).values()
            },
            marks={
                game: ShownMark(mark.label, mark.is_starred)
                for game, mark in (await services.own_lists.marks.all(person.player)).items()
            },
            webhooks=[hook.url for hook in (await services.hooks.of(person.player)).values()],
            talk=await services.talk.export(person.player),
            plans=await services.plans.export(person.player),
            notes=await services.notes.export(person.player),
            deals=await services.deals.all(person.player),
            guesses=await services.guesses.export(person.player),
            follows=await services.follows.of(person.player),
            seeks=list(await services.seeks.of(person.player)),
            greetings=await services.greetings.all(person.player),
            time_off=await services.own_time.read(person.player),
            has_calendar=await services.calendar_addresses.secret(person.player) is not None,
        )

    @delete(
        "/me",
        status_code=HTTP_200_OK,
        summary="Delete your account, sessions and tokens; your games stay, under a neutral name",
        opt={OPEN_TO_BANNED: True},
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, **refusals(400, 413)},
    )
    async def leave(
        self, request: StrictRequest, data: Annotated[LeaveRequest | None, LEAVING] = None
    ) -> Response[Left]:
        """An account has to confirm its password; a guest has none. Bots replace you in running games. This cannot be
        undone."""
        person, services = await owner(request), request.services
        if person.has_account:
            if data is None or data.password is None:
                raise Refused(ONCE_MORE, "unconfirmed")
            await services.accounts.confirmed(person.player, data.password)
        await services.own_data.forget(person.player)
        return Response(Left(person.player), cookies=[ended_cookie(request)])


async def _renewed(request: StrictRequest, person: Person, *kinds: Kind) -> Response[Me]:
    """Ends all credentials of these kinds; a caller with a session gets a new one."""
    people = request.services.people
    await people.end(person.player, *kinds)
    if person.kind != "session":
        return Response(me_of(person))
    profile = await people.credentials.profile(person.player)
    secret = await people.open_session(person.player, profile) if profile is not None else None
    if secret is None:
        raise ChangedMeanwhile
    return Response(me_of(person), cookies=[session_cookie(request, secret)])
