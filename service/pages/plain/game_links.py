"""Where a link from a mail into one game leads. Somebody who is signed in as that player goes to the table at once.

Opening it changes nothing, because programs that check mails open links too: a button uses it.
"""

from html import escape
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER

from service.account_mail.game_links import GameLink
from service.http.caller import caller
from service.http.language import language
from service.http.origin import origin
from service.http.problems import STATUSES
from service.http.request import StrictRequest
from service.http.session_cookie import refuse_cross_site, visit_cookie
from service.pages.plain.frame import form, plain_page, refusal_page
from service.pages.plain.words import PLAIN_WORDS
from service.runtime.refusal import Refused


@get("/play/{secret:str}", include_in_schema=False)
async def game_link(request: StrictRequest, secret: FromPath[str]) -> Response[Any]:
    words = PLAIN_WORDS[language(request)]
    try:
        person, link = await caller(request), await request.services.game_links.find(secret)
    except Refused as error:
        return refusal_page(request, words.link_title, error.reason, STATUSES[error.kind])
    if person is not None and person.player == link.player:
        return Redirect(f"/game/{link.game}", status_code=HTTP_303_SEE_OTHER)
    if person is not None:
        return plain_page(request, words.link_title, f"<p>{escape(words.link_other.format(name=person.name))}</p>")
    text = words.link_text.format(name=await _name(request, link))
    button = form(f"/play/{secret}", words.link_button, "")
    return plain_page(request, words.link_title, f"<p>{escape(text)}</p>\n{button}")


@post("/play/{secret:str}", include_in_schema=False, status_code=HTTP_303_SEE_OTHER)
async def use_game_link(request: StrictRequest, secret: FromPath[str]) -> Response[Any]:
    """Opens a visit to the game, and leads there."""
    services = request.services
    try:
        refuse_cross_site(request)
        link = await services.game_links.find(secret)
        visit = await services.game_links.use(link)
    except Refused as error:
        title = PLAIN_WORDS[language(request)].link_title
        return refusal_page(request, title, error.reason, STATUSES[error.kind])
    await services.activity.note(link.player, "game_link_used", origin(request))
    return Redirect(
        f"/game/{link.game}/plain",
        status_code=HTTP_303_SEE_OTHER,
        cookies=[visit_cookie(request, link.game, visit)],
    )


async def _name(request: StrictRequest, link: GameLink) -> str:
    profile = await request.services.people.credentials.profile(link.player)
    return profile.name if profile is not None else ""
