"""The log of what moderators did, and taking an act back."""

from typing import Annotated, Final

from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery

from service.http.caller import moderator, once
from service.http.openapi import IDEMPOTENCY_KEY, TOKEN, body, operation_with, refusal, refusals
from service.http.paging import PAGE_SIZE
from service.http.refusals import MODERATORS_ONLY
from service.http.request import StrictRequest
from service.http.shown_acts import Explanation, ShownAct, shown_acts

RESTORE: Final = body(mistake={"reason": "A mistake of mine: it was somebody else."})
NO_SUCH_ACT: Final = refusal(404, "No such act, or it cannot be taken back", "There is no act 7.")
TAKEN_BACK: Final = refusal(409, "It was taken back already", "This was taken back already.")


class ActsController(Controller):
    path = "/api/moderation/acts"
    tags = ("moderation",)
    security = TOKEN

    @get("/", summary="What moderators did, the newest first", responses={403: MODERATORS_ONLY, **refusals(400, 401)})
    async def log(self, request: StrictRequest, before: FromQuery[int | None] = None) -> list[ShownAct]:
        """Fifty at a time: `before` is the number of the last one you have."""
        await moderator(request)
        services = request.services
        return await shown_acts(services, await services.act_log.newest(before, PAGE_SIZE))

    @post(
        "/{number:int}/restore",
        summary="Take an act back, as if it had not been done",
        operation_class=operation_with(IDEMPOTENCY_KEY),
        responses={403: MODERATORS_ONLY, 404: NO_SUCH_ACT, 409: TAKEN_BACK, **refusals(400, 401, 413, 422)},
    )
    async def restore(
        self, request: StrictRequest, number: FromPath[int], data: Annotated[Explanation, RESTORE]
    ) -> ShownAct:
        """The log keeps both. If there was another act of this kind before, that one holds again. A name that was
        replaced is given back if it is still free."""
        person, services = await moderator(request), request.services
        repeatable = once(request, person, data)
        act = await services.moderation.restore(person.player, number, data.reason, repeatable)
        (shown,) = await shown_acts(services, [act])
        return shown
