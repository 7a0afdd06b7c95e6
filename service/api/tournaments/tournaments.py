"""Tournaments: the lists, one with its standings and tables; open one, enter, withdraw, call off."""

from datetime import datetime
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from domain.pieces import Level
from projections.timing import Days, TimeControl
from service.games.starting.requested_rules import RequestedRules
from service.http.caller import address, caller, known_caller
from service.http.openapi import OPTIONAL_TOKEN, TOKEN, body, refusal, refusals
from service.http.refusals import CLOSED
from service.http.request import StrictRequest
from service.lists.quotas import OPENED_A_DAY, OPENED_TODAY
from service.runtime.clock import milliseconds
from service.tournaments.records import Format, Terms
from service.tournaments.shown import ShownTournament, TournamentInFull
from service.tournaments.terms import BAD_MATCH, MOST
from service.tournaments.tournaments import HAS_BEGUN, IS_FULL, NO_SUCH_TOURNAMENT, NOT_YOURS, OPENED, TOO_MANY_OPENED

USUAL: Final = Days(2)
TOURNAMENTS: Final = body(
    swiss={
        "format": "swiss",
        "rules": {"game": "kingdomino", "seats": 2},
        "starts": "2026-12-01T12:00:00Z",
        "until": "2027-06-01T12:00:00Z",
        "rounds": 5,
    },
    knock_out={
        "format": "knock_out",
        "rules": {"game": "origins", "mode": "tribe", "seats": 2},
        "starts": "2026-12-01T12:00:00Z",
        "until": "2027-12-01T12:00:00Z",
        "best_of": 3,
    },
    everybody_in_threes={
        "format": "round_robin",
        "rules": {"game": "kingdomino", "seats": 3},
        "starts": "2026-12-01T12:00:00Z",
        "until": "2027-06-01T12:00:00Z",
        "rounds": 4,
        "filler": "flint",
    },
)
UNKNOWN: Final = refusal(404, "There is no such tournament", NO_SUCH_TOURNAMENT.text)
OFTEN: Final = refusal(429, "Enough were opened today", OPENED_TODAY.about(most=OPENED_A_DAY, hours=7).text)
TOO_MANY: Final = refusal(409, "You have opened too many", TOO_MANY_OPENED.about(most=OPENED).text)
FULL: Final = refusal(409, "It is full, has begun, or is over", IS_FULL.about(most=MOST).text)
BEGUN: Final = refusal(409, "It has begun, or is over", HAS_BEGUN.text)
OTHERS: Final = refusal(403, "Somebody else has opened it", NOT_YOURS.text)
IMPOSSIBLE: Final = refusal(422, "There is no tournament of this kind", BAD_MATCH.text)
_OVER: Final = 20  # that are shown


Moment: TypeAlias = Annotated[datetime, msgspec.Meta(tz=True)]


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Format
    rules: RequestedRules
    starts: Moment
    until: Moment
    clock: TimeControl | None = None  # two days a turn
    rounds: int = 5
    least: int = 4
    most: int = 12
    best_of: int = 1
    rated: bool = False
    filler: Level | None = None

    def terms(self) -> Terms:
        return Terms(
            format=self.format,
            rules=self.rules.rules(),
            clock=self.clock or USUAL,
            rounds=self.rounds,
            least=self.least,
            most=self.most,
            starts=milliseconds(self.starts),
            until=milliseconds(self.until),
            rated=self.rated,
            filler=self.filler,
            best_of=self.best_of,
        )


class TournamentsController(Controller):
    path = "/api/tournaments"
    tags = ("tournaments",)

    @get(
        "/",
        summary="Tournaments that people can enter, those that go on, and the last twenty that are over",
        security=OPTIONAL_TOKEN,
        responses=refusals(401),
    )
    async def all(self, request: StrictRequest) -> list[ShownTournament]:
        tournaments = request.services.tournaments
        names = [*await tournaments.active(), *await tournaments.over(0, _OVER)]
        states = await tournaments.states(names)
        return await request.services.shown_tournaments.brief(states, await caller(request))

    @get(
        "/{tournament:str}",
        summary="A tournament with its standings and all tables",
        security=OPTIONAL_TOKEN,
        responses={404: UNKNOWN, **refusals(400, 401)},
    )
    async def details(self, request: StrictRequest, tournament: FromPath[str]) -> TournamentInFull:
        return await _in_full(request, tournament)

    @post(
        "/",
        summary="Open a tournament",
        security=TOKEN,
        responses={403: CLOSED, 409: TOO_MANY, 422: IMPOSSIBLE, **refusals(400, 401, 413), 429: OFTEN},
    )
    async def open(self, request: StrictRequest, data: Annotated[NewTournament, TOURNAMENTS]) -> TournamentInFull:
        """It begins by itself at `starts` if at least `least` people have entered. Needs an account; at most two that
        are not over, and four in a day. You do not enter it by this.

        `swiss`: `rounds` rounds, in each of which people meet who have about as many points. `round_robin`: everybody
        against everybody, all games at the same time; at tables of three and four `rounds` games for everybody, in
        which they meet about equally often. `knock_out`: two meet, and one stays, after one, three or five games."""
        person, terms, services = await known_caller(request), data.terms(), request.services
        await services.tournaments.check_opening(person, terms)
        await services.quotas.take_tournament(person, address(request))
        return await _in_full(request, await services.tournaments.open(person, terms))

    @delete(
        "/{tournament:str}",
        status_code=HTTP_200_OK,
        summary="Call off a tournament that you have opened, before it begins",
        security=TOKEN,
        responses={403: OTHERS, 404: UNKNOWN, 409: BEGUN, **refusals(400, 401)},
    )
    async def call_off(self, request: StrictRequest, tournament: FromPath[str]) -> TournamentInFull:
        person = await known_caller(request)
        await request.services.tournaments.call_off(tournament, person.player)
        return await _in_full(request, tournament)

    @post(
        "/{tournament:str}/entry",
        status_code=HTTP_200_OK,
        summary="Enter a tournament; nothing happens if you have",
        security=TOKEN,
        responses={403: CLOSED, 404: UNKNOWN, 409: FULL, **refusals(400, 401)},
    )
    async def enter(self, request: StrictRequest, tournament: FromPath[str]) -> TournamentInFull:
        """You are seated in its games by themselves, also with people whom you have blocked. Needs an account; at most
        five tournaments that are not over."""
        person, services = await known_caller(request), request.services
        await services.quotas.check_game(person)
        await services.tournaments.enter(tournament, person)
        return await _in_full(request, tournament)

    @delete(
        "/{tournament:str}/entry",
        status_code=HTTP_200_OK,
        summary="Withdraw from a tournament; the games that you have go on",
        security=TOKEN,
        responses={404: UNKNOWN, 409: BEGUN, **refusals(400, 401, 403)},
    )
    async def withdraw(self, request: StrictRequest, tournament: FromPath[str]) -> TournamentInFull:
        person = await known_caller(request)
        await request.services.tournaments.withdraw(tournament, person.player)
        return await _in_full(request, tournament)


async def _in_full(request: StrictRequest, tournament: str) -> TournamentInFull:
    state = await request.services.tournaments.state(tournament)
    return await request.services.shown_tournaments.in_full(tournament, state, await caller(request))
