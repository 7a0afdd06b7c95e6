"""Accounts with e-mail addresses, and what arrives there."""

import re
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from typing import TypeAlias

import httpx

from tests.support.api_persons import PASSWORD, session_of, signed_up
from tests.support.api_play import fine

Headers: TypeAlias = dict[str, str]
Letters: TypeAlias = Callable[[], Awaitable[list[EmailMessage]]]


def text_of(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def secret_of(mail: EmailMessage) -> str:
    match = re.search(r"https://firstfire\.example/link#(\S+)", text_of(mail))
    assert match
    return match[1]


def html_of(mail: EmailMessage) -> str:
    body = mail.get_body(("html",))
    assert body is not None
    return str(body.get_content())


async def enter(client: httpx.AsyncClient, headers: Headers, address: str, password: str = PASSWORD) -> httpx.Response:
    return await client.put("/api/me/address", json={"address": address, "password": password}, headers=headers)


async def use(client: httpx.AsyncClient, secret: str, **more: str) -> httpx.Response:
    return await client.post("/api/links", json={"secret": secret, **more})


async def with_address(client: httpx.AsyncClient, letters: Letters, name: str, address: str) -> Headers:
    """Headers of a session of an account with a confirmed address."""
    await signed_up(client, name)
    headers = await session_of(client, name)
    assert (await enter(client, headers, address)).status_code == 202
    [mail] = await letters()
    fine(await use(client, secret_of(mail)))
    return headers
