"""Links in mails, and forgotten passwords. Opening a link changes nothing, because programs that check mails open them
too: the page asks what it is for, and a button sends it."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, Response, post
from litestar.background_tasks import BackgroundTask
from litestar.status_codes import HTTP_200_OK, HTTP_202_ACCEPTED

from service.account_mail.addresses import BAD_ADDRESS
from service.account_mail.links import DEAD_LINK, LinkKind
from service.http.caller import address
from service.http.language import language
from service.http.openapi import body, refusal, refusals
from service.http.origin import origin
from service.http.request import StrictRequest
from service.http.session_cookie import refuse_cross_site
from service.people.activity import Act

_SECRET: Final = "oona-id12345." + "x" * 43
_ACTS: Final[dict[LinkKind, Act]] = {
    "confirm": "address_confirmed",
    "undo": "address_restored",
    "reset": "password_reset",
}
DEAD: Final = refusal(404, "The link was used already, or is too old", DEAD_LINK.text)
UNUSABLE: Final = refusal(422, "Not an e-mail address, or not a password", BAD_ADDRESS.text)
FOREIGN: Final = refusal(403, "The request comes from a page of another site", "This came from a page of another site.")
CODE: Final = refusal(401, "The account has a second factor: send `code` too", "This code is wrong.")
OFF: Final = refusal(409, "This site sends no mail", "This site sends no mail.")


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    address: str


class Asked(msgspec.Struct, frozen=True):
    address: str


class LinkSecret(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: str  # what follows # in the link


class LinkUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    secret: str
    password: str | None = None  # a new one, to reset it
    code: str | None = None  # of the second factor, to reset a password


class ShownLink(msgspec.Struct, frozen=True):
    kind: LinkKind
    name: str  # of the account
    address: str  # that it is about


class MailLinksController(Controller):
    path = "/api"
    tags = ("people",)

    @post(
        "/forgotten",
        status_code=HTTP_202_ACCEPTED,
        summary="Ask for a new password by mail",
        responses={403: FOREIGN, 409: OFF, 422: UNUSABLE, **refusals(400, 413)},
    )
    async def forgotten(
        self, request: StrictRequest, data: Annotated[Forgotten, body(account={"address": "oona@lake.example"})]
    ) -> Response[Asked]:
        """The answer, and the time it takes, are the same whether or not an account has this address."""
        refuse_cross_site(request)
        mail = request.services.mail
        wanted = await mail.check_asking(data.address, address(request))
        return Response(Asked(wanted), background=BackgroundTask(mail.forgotten, wanted, language(request)))

    @post(
        "/links/view",
        status_code=HTTP_200_OK,
        summary="What a link from a mail is for; changes nothing",
        responses={403: FOREIGN, 404: DEAD, **refusals(400, 413)},
    )
    async def view(
        self, request: StrictRequest, data: Annotated[LinkSecret, body(link={"secret": _SECRET})]
    ) -> ShownLink:
        refuse_cross_site(request)
        return await _shown(request, data.secret)

    @post(
        "/links",
        status_code=HTTP_200_OK,
        summary="Use a link from a mail: confirm an address, undo its change, or choose a new password",
        responses={401: CODE, 403: FOREIGN, 404: DEAD, 422: UNUSABLE, **refusals(400, 409, 413)},
    )
    async def use(
        self,
        request: StrictRequest,
        data: Annotated[
            LinkUse, body(confirm={"secret": _SECRET}, reset={"secret": _SECRET, "password": "two stones"})
        ],
    ) -> ShownLink:
        """A new password ends all sessions, devices and tokens. If the account has a second factor, the error has the
        code `code_needed`: send all again, with `code`."""
        refuse_cross_site(request)
        mail, shown = request.services.mail, await _shown(request, data.secret)
        link = await mail.links.find(data.secret)
        match link.kind:
            case "confirm":
                await mail.confirm(link)
            case "undo":
                await mail.undo(link)
            case "reset":
                await mail.reset(link, data.password, data.code, address(request))
        await request.services.activity.note(link.player, _ACTS[link.kind], origin(request))
        return shown


async def _shown(request: StrictRequest, secret: str) -> ShownLink:
    services = request.services
    player, kind, link = await services.mail.links.find(secret)
    profile = await services.people.credentials.profile(player)
    return ShownLink(kind, profile.name if profile is not None else "", link.address)
