"""Where the link in a mail leads that ends mails like it. Opening it changes nothing.

A button does, and so does the POST by which mail programs do it for their reader (RFC 8058), without any session.
"""

from html import escape
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK

from projections.notice_words import notice_text
from service.http.language import language
from service.http.problems import STATUSES
from service.http.request import StrictRequest
from service.notices.mails.mail_endings import MailEnding
from service.pages.plain.frame import form, plain_page, refusal_page
from service.pages.plain.words import PLAIN_WORDS
from service.runtime.refusal import Refused


@get("/unsubscribe/{token:str}", include_in_schema=False)
async def mail_ending(request: StrictRequest, token: FromPath[str]) -> Response[Any]:
    words = PLAIN_WORDS[language(request)]
    try:
        ending = await request.services.mail_endings.read(token)
    except Refused as error:
        return refusal_page(request, words.end_title, error.reason, STATUSES[error.kind])
    button = form(f"/unsubscribe/{token}", words.end_button, "")
    return plain_page(request, words.end_title, f"<p>{escape(_question(request, ending))}</p>\n{button}")


@post("/unsubscribe/{token:str}", include_in_schema=False, status_code=HTTP_200_OK)
async def end_mails(request: StrictRequest, token: FromPath[str]) -> Response[Any]:
    """By the link anybody may do this, wherever the request comes from: the token is the proof."""
    words = PLAIN_WORDS[language(request)]
    try:
        endings = request.services.mail_endings
        await endings.end(await endings.read(token))
    except Refused as error:
        return refusal_page(request, words.end_title, error.reason, STATUSES[error.kind])
    settings = f'<a href="/settings/notices">{escape(words.settings)}</a>'
    return plain_page(request, words.end_title, f"<p>{escape(words.ended)}</p>\n<p>{settings}</p>")


def _question(request: StrictRequest, ending: MailEnding) -> str:
    reader = language(request)
    if ending.kind == "digest":
        return PLAIN_WORDS[reader].end_digest
    return PLAIN_WORDS[reader].end_text.format(kind=notice_text(ending.kind, reader).title)
