"""What the caller notes about a game and its steps, and what players thought, for everybody when it is over."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, put
from litestar.params import FromPath, FromQuery

from domain.errors import Reason
from projections.reasons import reason_text
from projections.words import Language
from service.games.seating import NOT_OVER
from service.http.caller import address, known_caller, table_visit, talk_place
from service.http.openapi import INVITE, OPTIONAL_TOKEN, TOKEN, body, operation_with, refusal, refusals
from service.http.refusals import STILL_RUNNING
from service.http.request import StrictRequest
from service.lists.quotas import TOO_MUCH_WRITTEN, WRITTEN
from service.personal.note_records import NoteRecord, OwnNotes
from service.personal.notes import MOST_NOTES, TOO_MANY_NOTES, may_think
from service.runtime.clock import moment
from service.runtime.refusal import Refused
from service.talk.channels import GUESTS_SAY_PHRASES, Place

NO_SUCH_STEP: Final = Reason("no_such_step", "", "The game has no step {step} yet.")
NOTES: Final = body(
    the_game={"text": "Oona always takes lakes."},
    a_step={"text": "Why not 41?", "step": 3},
    a_thought={"text": "I hope that nobody takes 44.", "step": 3, "is_thought": True},
    removed={"text": "", "step": 3},
)
TOO_MANY: Final = refusal(409, "You have too many notes about this game", TOO_MANY_NOTES.about(most=MOST_NOTES).text)
OFTEN: Final = refusal(429, "You have written much in this hour", TOO_MUCH_WRITTEN.about(most=WRITTEN, minutes=20).text)
CLOSED: Final = refusal(403, "You may not write this here", GUESTS_SAY_PHRASES.text)


class NewNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str  # at most 500 characters; an empty one removes the note
    step: Annotated[int, msgspec.Meta(ge=0)] = 0  # the event after which you see the table; 0 for the whole game
    is_thought: bool = False  # for everybody when the game is over


class Note(msgspec.Struct, frozen=True):
    step: int
    at: datetime
    text: str


class ShownGameNotes(msgspec.Struct, frozen=True):
    notes: list[Note]  # by step
    thoughts: list[Note]  # your own
    may_think: bool
    why_not: str | None  # why you may not write thoughts


class ShownThought(msgspec.Struct, frozen=True):
    seat: int
    player: str
    name: str
    step: int
    at: datetime
    text: str


class GameNotesController(Controller):
    path = "/api/games/{game:str}"
    tags = ("games",)

    @get(
        "/notes",
        summary="What you have noted about a game and its steps",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses=refusals(400, 401, 404),
    )
    async def read(
        self, request: StrictRequest, game: FromPath[str], language: FromQuery[Language] = "en"
    ) -> ShownGameNotes:
        """Nobody else sees your notes. Your thoughts are shown to everybody when the game is over."""
        place = await talk_place(request, game, await table_visit(request, game))
        person = await known_caller(request)
        return _shown(await request.services.notes.of(game, person.player), place, language)

    @put(
        "/notes",
        summary="Note something about a game or one of its steps, for yourself or for all when it is over",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: CLOSED, 409: TOO_MANY, **refusals(400, 401, 404, 413, 422), 429: OFTEN},
    )
    async def write(
        self,
        request: StrictRequest,
        game: FromPath[str],
        data: Annotated[NewNote, NOTES],
        language: FromQuery[Language] = "en",
    ) -> ShownGameNotes:
        """It takes the place of what you have noted there before. At most 200 notes about a game, changed 1,000 times,
        notes about 1,000 games, and 600 notes and plans in an hour (guests 120). Thoughts are for players with an
        account, where texts may be written."""
        person = await known_caller(request)
        visit = await table_visit(request, game)
        place, services = await talk_place(request, game, visit), request.services
        if data.step > await services.store.version(game):
            raise Refused(NO_SUCH_STEP.about(step=data.step), "invalid")
        if data.text.strip():
            await services.quotas.take_written(person, address(request))
        if data.is_thought:
            own = await services.notes.think(game, place, person.player, data.step, data.text)
        else:
            own = await services.notes.note(game, person.player, data.step, data.text)
        return _shown(own, place, language)

    @get(
        "/thoughts",
        summary="What the players thought at each step, when the game is over",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={409: STILL_RUNNING, **refusals(400, 401, 404)},
    )
    async def thoughts(self, request: StrictRequest, game: FromPath[str]) -> list[ShownThought]:
        """In order. Nothing of people whom you have blocked or who have left for good."""
        place = await talk_place(request, game, await table_visit(request, game))
        if not place.is_over:
            raise Refused(NOT_OVER, "conflict")
        return [
            ShownThought(seat, player, name, written.step, moment(written.at), written.text)
            for seat, player, name, written in await request.services.notes.thoughts(game, place)
        ]


def _shown(own: OwnNotes, place: Place, language: Language) -> ShownGameNotes:
    allowed = may_think(place)
    is_free = allowed.level == "free"
    return ShownGameNotes(
        notes=[_note(own.notes[step]) for step in sorted(own.notes)],
        thoughts=[_note(own.thoughts[step]) for step in sorted(own.thoughts)],
        may_think=is_free,
        why_not=reason_text(allowed.reason, language) if allowed.reason and not is_free else None,
    )


def _note(record: NoteRecord) -> Note:
    return Note(record.step, moment(record.at), record.text)
