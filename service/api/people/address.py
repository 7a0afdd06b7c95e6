"""The e-mail address of the caller's account, which is optional."""

from datetime import datetime
from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED

from domain.errors import Reason
from service.account_mail.account_mail import MAIL_OFF
from service.account_mail.addresses import BAD_ADDRESS
from service.delivery.outcomes import NEW
from service.http.caller import address, owner
from service.http.language import language
from service.http.openapi import TOKEN, body, refusal, refusals
from service.http.origin import origin
from service.http.refusals import OWNER_ONLY, WRONG_PASSWORD
from service.http.request import StrictRequest
from service.notices.sending.trials import TOO_SOON
from service.runtime.clock import moment
from service.runtime.refusal import Refused

_SAMPLE: Final = "a stone, a fish and a fire"
OFF: Final = refusal(409, "This site sends no mail, or you have no account", MAIL_OFF.text)
NO_CONFIRMED_ADDRESS: Final = Reason("no_confirmed_address", "", "You have no confirmed e-mail address.")
UNCONFIRMED: Final = refusal(404, "You have no confirmed address", NO_CONFIRMED_ADDRESS.text)
SOON: Final = refusal(429, "Tried just now", TOO_SOON.about(seconds=30).text)
NO_ADDRESS: Final = refusal(422, "Not an e-mail address", BAD_ADDRESS.text)


class ShownAddress(msgspec.Struct, frozen=True, omit_defaults=True):
    mail: bool  # whether this site sends mail
    address: str | None  # confirmed
    pending: str | None  # to be confirmed by the link that was sent there
    problem: str | None  # why nothing is sent there any more: what its mail server said
    answer: str | None = None  # what our mail server said last about the confirmed address
    answered: datetime | None = None  # when that was
    delivered: datetime | None = None  # when it last took a mail for it


class NewAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    address: str
    password: str


class AddressRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    password: str


class AddressController(Controller):
    path = "/api/me/address"
    tags = ("people",)
    security = TOKEN

    @get("/", summary="Your e-mail address", responses={403: OWNER_ONLY, **refusals(401)})
    async def show(self, request: StrictRequest) -> ShownAddress:
        return await _shown(request, (await owner(request)).player)

    @put(
        "/",
        status_code=HTTP_202_ACCEPTED,
        summary="Enter an e-mail address; it counts once you have used the link that is sent there",
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, 409: OFF, 422: NO_ADDRESS, **refusals(400, 413)},
    )
    async def enter(
        self,
        request: StrictRequest,
        data: Annotated[NewAddress, body(account={"address": "oona@lake.example", "password": _SAMPLE})],
    ) -> ShownAddress:
        """Until then the address before it stays; that one is informed, and can undo the change for seven days."""
        person, services = await owner(request), request.services
        await services.accounts.confirmed(person.player, data.password)
        await services.mail.enter(person.player, data.address, address(request), language(request))
        return await _shown(request, person.player)

    @delete(
        "/",
        status_code=HTTP_200_OK,
        summary="Remove your e-mail address",
        responses={401: WRONG_PASSWORD, 403: OWNER_ONLY, **refusals(400, 409, 413)},
    )
    async def remove(
        self, request: StrictRequest, data: Annotated[AddressRemoval, body(account={"password": _SAMPLE})]
    ) -> ShownAddress:
        person, services = await owner(request), request.services
        await services.accounts.confirmed(person.player, data.password)
        await services.mail.remove(person.player)
        await services.activity.note(person.player, "address_removed", origin(request))
        return await _shown(request, person.player)

    @post(
        "/test",
        status_code=HTTP_202_ACCEPTED,
        summary="Send a mail to your confirmed address now; the address shows a moment later what came of it",
        responses={403: OWNER_ONLY, 404: UNCONFIRMED, 409: OFF, **refusals(400, 401), 429: SOON},
    )
    async def test(self, request: StrictRequest) -> ShownAddress:
        """Mails are sent again to an address that was given up."""
        person, services = await owner(request), request.services
        confirmed = (await services.mail.state(person.player)).address
        if not services.mail.is_on:
            raise Refused(MAIL_OFF, "conflict")
        if not confirmed:
            raise Refused(NO_CONFIRMED_ADDRESS, "not_found")
        await services.trials.mail(person.player, confirmed, language(request))
        return await _shown(request, person.player)


async def _shown(request: StrictRequest, player: str) -> ShownAddress:
    mail = request.services.mail
    confirmed, pending, problem = await mail.state(player)
    sent = (await request.services.outbox.states(player, "mail")).get(confirmed, NEW) if confirmed else NEW
    return ShownAddress(
        mail=mail.is_on,
        address=confirmed or None,
        pending=pending or None,
        problem=problem or None,
        answer=sent.answer or None,
        answered=moment(sent.answered) if sent.answered else None,
        delivered=moment(sent.delivered) if sent.delivered else None,
    )
