"""What is said at a table: read it, say something, mark it as read."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery
from litestar.status_codes import HTTP_200_OK

from domain.errors import Reason
from projections.reasons import reason_text
from projections.talk_words import phrase_text, phrases
from projections.words import Language
from service.games.seating import TalkLevel
from service.http.caller import known_caller, once, table_visit, talk_place
from service.http.openapi import (
    IDEMPOTENCY_KEY,
    INVITE,
    OPTIONAL_TOKEN,
    TOKEN,
    body,
    operation_with,
    refusal,
    refusals,
)
from service.http.request import StrictRequest
from service.runtime.clock import moment
from service.runtime.refusal import Refused
from service.talk.channels import GUESTS_SAY_PHRASES, open_channels
from service.talk.limits import MOST_AT_TABLE, TABLE_TALKED_OUT
from service.talk.records import Channel
from service.talk.talk import NO_SUCH_MESSAGE, Message

PHRASE_OR_TEXT: Final = Reason("phrase_or_text", "", "Send either a `phrase` or a `text`.")
MESSAGES: Final = body(
    phrase={"phrase": "good_luck"},
    text={"text": "@Oona that lake at d5 in step 41 was mine!"},
    spectators={"text": "What an ending.", "channel": "spectators"},
)
READ: Final = body(newest={"upto": "Vbq3xk0aT1mE.7"})
CLOSED: Final = refusal(403, "You may not read or write this here", GUESTS_SAY_PHRASES.text)
TALKED_OUT: Final = refusal(
    409, "You have said enough at this table", TABLE_TALKED_OUT.about(most=MOST_AT_TABLE["players"]).text
)
UNKNOWN: Final = refusal(404, "No such game or message", NO_SUCH_MESSAGE.text)


class NewMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    phrase: str | None = None  # the key of a phrase
    text: str | None = None  # 1 to 500 characters
    channel: Channel = "players"


class ReadRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    upto: str  # the id of the newest message that you have seen


class ShownMessage(msgspec.Struct, frozen=True):
    id: str
    at: datetime
    channel: Channel
    player: str
    seat: int | None  # null for a spectator
    name: str
    phrase: str | None  # its key; null for a text
    text: str  # of a phrase in your language


class ShownTalk(msgspec.Struct, frozen=True):
    channel: Channel
    channels: list[Channel]  # that are open to you
    messages: list[ShownMessage]  # in order, the newest last
    has_more: bool  # before them
    unread: int  # of what the players said, if you play
    level: TalkLevel  # what you see: nothing, phrases, or everything
    may_write: TalkLevel
    why_not_more: str | None  # why you may not write everything
    phrases: dict[str, str]  # what can be said by a key, in your language


class Unread(msgspec.Struct, frozen=True):
    unread: int


class TableTalkController(Controller):
    path = "/api/games/{game:str}/talk"
    tags = ("games",)

    @get(
        "/",
        summary="What was said at a table, a hundred messages at a time",
        security=OPTIONAL_TOKEN,
        operation_class=operation_with(INVITE),
        responses={403: CLOSED, **refusals(400, 401, 404)},
    )
    async def read(
        self,
        request: StrictRequest,
        game: FromPath[str],
        channel: FromQuery[Channel | None] = None,
        before: FromQuery[str | None] = None,
        language: FromQuery[Language] = "en",
    ) -> ShownTalk:
        """Without `channel` that of the players if you play, otherwise that of the spectators, which is open in a rated
        game when it is over, and to players when it is over. `before` is the id of the first message you have. Nothing
        is shown of people whom you have blocked."""
        visit = await table_visit(request, game)
        place = await talk_place(request, game, visit)
        chosen: Channel = channel or ("spectators" if visit.seat is None else "players")
        talk = await request.services.talk.read(game, place, chosen, before)
        reason = talk.may_write.reason
        return ShownTalk(
            channel=chosen,
            channels=open_channels(place),
            messages=[_shown(message, language) for message in talk.messages],
            has_more=talk.has_more,
            unread=talk.unread,
            level=talk.level,
            may_write=talk.may_write.level,
            why_not_more=reason_text(reason, language) if reason else None,
            phrases=phrases(language),
        )

    @post(
        "/",
        summary="Say something at a table: a phrase, or a text",
        security=TOKEN,
        operation_class=operation_with(INVITE, IDEMPOTENCY_KEY),
        responses={403: CLOSED, 409: TALKED_OUT, **refusals(400, 401, 404, 413, 422)},
    )
    async def say(
        self,
        request: StrictRequest,
        game: FromPath[str],
        data: Annotated[NewMessage, MESSAGES],
        language: FromQuery[Language] = "en",
    ) -> ShownMessage:
        """Guests say phrases only. A person says at most 12 things in a minute, 160 in an hour, and 300 at a table;
        guests a quarter of what is counted by time; spectators 60 at a table."""
        person = await known_caller(request)
        place = await talk_place(request, game, await table_visit(request, game))
        if bool(data.phrase) == (data.text is not None):
            raise Refused(PHRASE_OR_TEXT, "invalid")
        message = await request.services.talk.say(
            game,
            place,
            person,
            data.channel,
            phrase=data.phrase or "",
            text=data.text or "",
            once=once(request, person, data),
        )
        return _shown(message, language)

    @post(
        "/read",
        status_code=HTTP_200_OK,
        summary="You have read what the players said, up to a message",
        security=TOKEN,
        operation_class=operation_with(INVITE),
        responses={404: UNKNOWN, **refusals(400, 401, 403, 413)},
    )
    async def mark_read(
        self, request: StrictRequest, game: FromPath[str], data: Annotated[ReadRequest, READ]
    ) -> Unread:
        """The notices about it are settled."""
        await known_caller(request)
        place, talk = await talk_place(request, game, await table_visit(request, game)), request.services.talk
        await talk.mark_read(game, place, data.upto)
        return Unread(await talk.unread(game, place))


def _shown(message: Message, language: Language) -> ShownMessage:
    said = message.said
    return ShownMessage(
        id=message.id,
        at=moment(said.at),
        channel=said.channel,
        player=message.player,
        seat=message.seat,
        name=message.name,
        phrase=said.phrase or None,
        text=phrase_text(said.phrase, language) if said.phrase else said.text,
    )
