"""What the caller was informed of, and what they want to be informed of."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED

from projections.notices import Kind, Way
from projections.words import Language
from service.http.caller import known_caller, table_visit
from service.http.language import language
from service.http.openapi import INVITE, TOKEN, body, operation_with, refusal, refusals
from service.http.request import StrictRequest
from service.notices.own_notices import NO_SUCH_NOTICE, MutedGame
from service.notices.preferences import BAD_DELAY, DEFAULTS, MOST_MUTED, TOO_MANY_MUTED, Preferences, Quiet, Timing
from service.notices.shown import NoticeList

UNKNOWN_NOTICE: Final = refusal(404, "No such notice", NO_SUCH_NOTICE.text)
IMPOSSIBLE: Final = refusal(422, "The wishes contradict themselves", BAD_DELAY.text)
TOO_MANY: Final = refusal(422, "Too many games are muted", TOO_MANY_MUTED.about(most=MOST_MUTED).text)
READ: Final = body(up_to_one={"upto": "737-12"})
WISHES: Final = body(
    a_quiet_night={"quiet": {"begin": 1320, "end": 480}, "zone": "Europe/Berlin"},
    one_mail_a_day={"choices": {"turn": {"mail": "digest"}}, "digest_hour": 7},
)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    upto: str  # the id of the newest notice that was seen


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is. Times of the day are minutes since midnight in the time zone."""

    choices: dict[Kind, dict[Way, Timing]] | msgspec.UnsetType = msgspec.UNSET
    delay: int | msgspec.UnsetType = msgspec.UNSET
    digest_hour: int | msgspec.UnsetType = msgspec.UNSET
    quiet: Quiet | msgspec.UnsetType | None = msgspec.UNSET
    urgent_in_quiet: bool | msgspec.UnsetType = msgspec.UNSET
    zone: str | msgspec.UnsetType = msgspec.UNSET
    language: Language | msgspec.UnsetType = msgspec.UNSET
    shows_private: bool | msgspec.UnsetType = msgspec.UNSET


class ShownPreferences(msgspec.Struct, frozen=True):
    choices: dict[Kind, dict[Way, Timing]]
    delay: int  # minutes until what is delayed is sent
    digest_hour: int
    quiet: Quiet | None
    urgent_in_quiet: bool
    zone: str
    language: Language
    shows_private: bool
    muted: tuple[str, ...]
    is_default: bool  # nothing was chosen yet


class MutedGames(msgspec.Struct, frozen=True):
    games: list[MutedGame]


class NoticesController(Controller):
    path = "/api/notices"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="What you were informed of, the newest first", responses=refusals(401))
    async def all(self, request: StrictRequest) -> NoticeList:
        """At most fifty, of the last four to eight weeks. Of several about the same thing the newest is shown; one
        about your turn counts as read once you have moved."""
        person = await known_caller(request)
        return await request.services.notices.listed(person.player, language(request))

    @post(
        "/read",
        status_code=HTTP_200_OK,
        summary="You have seen everything up to this notice",
        responses={404: UNKNOWN_NOTICE, **refusals(400, 401, 403, 413)},
    )
    async def read(self, request: StrictRequest, data: Annotated[Reading, READ]) -> NoticeList:
        person, notices = await known_caller(request), request.services.notices
        await notices.read_all(person.player, data.upto)
        return await notices.listed(person.player, language(request))

    @post(
        "/{notice:str}/read",
        status_code=HTTP_200_OK,
        summary="You have followed this notice to where it leads",
        responses={404: UNKNOWN_NOTICE, **refusals(400, 401, 403)},
    )
    async def open(self, request: StrictRequest, notice: FromPath[str]) -> NoticeList:
        person, notices = await known_caller(request), request.services.notices
        await notices.open(person.player, notice)
        return await notices.listed(person.player, language(request))

    @post(
        "/test",
        status_code=HTTP_202_ACCEPTED,
        summary="Hear at once over your stream how many notices are unread, to see that it works",
        responses=refusals(400, 401, 403),
    )
    async def test(self, request: StrictRequest) -> None:
        await request.services.notices.ring((await known_caller(request)).player)

    @get("/preferences", summary="What you want to be informed of, by which way and when", responses=refusals(401))
    async def preferences(self, request: StrictRequest) -> ShownPreferences:
        person = await known_caller(request)
        return _shown(await request.services.notices.preferences.of(person.player))

    @put(
        "/preferences",
        summary="Choose what you want to be informed of, by which way and when",
        responses={422: IMPOSSIBLE, **refusals(400, 401, 403, 413)},
    )
    async def prefer(self, request: StrictRequest, data: Annotated[Wishes, WISHES]) -> ShownPreferences:
        """`choices` has a timing for each kind and way: `off`, `at_once`, `delayed` (by `delay` minutes) or, for mails,
        `digest`: one mail a day at `digest_hour`."""
        person, notices = await known_caller(request), request.services.notices
        return _shown(await notices.prefer(person.player, lambda before: _merged(before, data)))

    @get("/muted", summary="The games of which you are informed of nothing", responses=refusals(401))
    async def muted(self, request: StrictRequest) -> MutedGames:
        """Those that are over included; the one that you muted last comes first."""
        person = await known_caller(request)
        return MutedGames(await request.services.notices.muted_games(person.player, language(request)))

    @put(
        "/muted/{game:str}",
        summary="Be informed of nothing in this game",
        operation_class=operation_with(INVITE),
        responses={422: TOO_MANY, **refusals(400, 401, 403, 404)},
    )
    async def mute(self, request: StrictRequest, game: FromPath[str]) -> ShownPreferences:
        """At most 200 games."""
        person = await known_caller(request)
        await table_visit(request, game)
        return _shown(await request.services.notices.mute(person.player, game, is_muted=True))

    @delete(
        "/muted/{game:str}",
        status_code=HTTP_200_OK,
        summary="Be informed of what happens in this game again",
        responses=refusals(400, 401, 403),
    )
    async def unmute(self, request: StrictRequest, game: FromPath[str]) -> ShownPreferences:
        """Also if the game does not exist any more."""
        person = await known_caller(request)
        return _shown(await request.services.notices.mute(person.player, game, is_muted=False))


def _merged(before: Preferences, data: Wishes) -> Preferences:
    wishes = {name: value for name, value in msgspec.structs.asdict(data).items() if value is not msgspec.UNSET}
    if isinstance(data.choices, dict):
        old = before.choices
        wishes["choices"] = {**old, **{kind: {**old.get(kind, {}), **ways} for kind, ways in data.choices.items()}}
    return msgspec.structs.replace(before, **wishes)


def _shown(preferences: Preferences) -> ShownPreferences:
    return ShownPreferences(
        choices=preferences.table(),
        delay=preferences.delay,
        digest_hour=preferences.digest_hour,
        quiet=preferences.quiet,
        urgent_in_quiet=preferences.urgent_in_quiet,
        zone=preferences.zone,
        language=preferences.language,
        shows_private=preferences.shows_private,
        muted=preferences.muted,
        is_default=preferences == DEFAULTS,
    )
