"""The caller's webhooks: where notices go as requests, and how that went."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED

from service.delivery.hooks import BAD_HOOK, MOST, NO_SUCH_HOOK, TOO_MANY_HOOKS, Hook, Shape
from service.delivery.outcomes import NEW, TargetState
from service.http.caller import owner
from service.http.language import language
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.refusals import OWNER_ONLY
from service.http.request import StrictRequest
from service.notices.sending.trials import TOO_SOON
from service.runtime.clock import moment

_SAMPLE: Final = {"url": "https://hooks.example/firstfire", "shape": "json", "delay": 5}
UNUSABLE: Final = refusal(422, "No such webhook can be", BAD_HOOK.text)
MANY: Final = refusal(409, "You have the maximum number of webhooks", TOO_MANY_HOOKS.about(most=MOST).text)
SOON: Final = refusal(429, "Tried just now", TOO_SOON.about(seconds=5).text)
UNKNOWN: Final = refusal(404, "You have no such webhook", NO_SUCH_HOOK.text)


class NewHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    url: str
    shape: Shape = "json"
    delay: int = 0  # minutes that a notice waits, in case it settles by itself


class ShownHook(msgspec.Struct, frozen=True):
    id: str
    url: str
    shape: Shape
    delay: int
    created: datetime
    delivered: datetime | None  # when the receiver last accepted something
    failing: datetime | None  # since when it does not
    ended: datetime | None  # when we gave it up; a test opens it again
    answer: str  # the last one
    answered: datetime | None


class CreatedHook(ShownHook, frozen=True):
    secret: str  # by which the receiver checks our signature; shown only once


class WebhooksController(Controller):
    path = "/api/me/webhooks"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Your webhooks, without their secrets", responses={403: OWNER_ONLY, **refusals(401)})
    async def all(self, request: StrictRequest) -> list[ShownHook]:
        person, services = await owner(request), request.services
        states = await services.outbox.states(person.player, "webhook")
        hooks = (await services.hooks.of(person.player)).items()
        return [_shown(id, hook, states.get(id, NEW)) for id, hook in hooks]

    @post(
        "/",
        summary="Have notices sent to a program of yours, or to a chat",
        responses={403: OWNER_ONLY, 409: MANY, 422: UNUSABLE, **refusals(400, 401, 413)},
    )
    async def add(self, request: StrictRequest, data: Annotated[NewHook, body(program=_SAMPLE)]) -> CreatedHook:
        """The body is `{"type", "timestamp", "data"}`, or a message as Discord or Slack take it. Requests are signed as
        Standard Webhooks are: `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 of `id.timestamp.body`, with
        the headers `webhook-id` and `webhook-timestamp`. Addresses in private networks get nothing."""
        person, hooks = await owner(request), request.services.hooks
        id, hook = await hooks.add(person.player, data.url, data.shape, data.delay)
        return CreatedHook(**msgspec.structs.asdict(_shown(id, hook, NEW)), secret=hook.shown_secret)

    @delete(
        "/{webhook:str}",
        status_code=HTTP_200_OK,
        summary="Remove a webhook",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401)},
    )
    async def remove(self, request: StrictRequest, webhook: FromPath[str]) -> ShownHook:
        person, hooks = await owner(request), request.services.hooks
        hook = await hooks.existing(person.player, webhook)
        await hooks.remove(person.player, webhook)
        return _shown(webhook, hook, NEW)

    @post(
        "/{webhook:str}/test",
        status_code=HTTP_202_ACCEPTED,
        summary="Send something to a webhook now; the list shows the answer a moment later",
        responses={403: OWNER_ONLY, 404: UNKNOWN, **refusals(400, 401), 429: SOON},
    )
    async def test(self, request: StrictRequest, webhook: FromPath[str]) -> ShownHook:
        """A webhook that was given up is tried again from now on."""
        person, services = await owner(request), request.services
        hook = await services.hooks.existing(person.player, webhook)
        await services.trials.webhook(person.player, webhook, language(request))
        return _shown(webhook, hook, NEW)


def _shown(id: str, hook: Hook, state: TargetState) -> ShownHook:
    return ShownHook(
        id=id,
        url=hook.url,
        shape=hook.shape,
        delay=hook.delay,
        created=moment(hook.created),
        delivered=_when(state.delivered),
        failing=_when(state.failing),
        ended=_when(state.ended),
        answer=state.answer,
        answered=_when(state.answered),
    )


def _when(at: int) -> datetime | None:
    return moment(at) if at else None
