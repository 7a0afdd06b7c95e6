"""What accounts have at a browser: a second factor, passkeys on devices that are not there, the role of a moderator."""

from collections.abc import Callable
from typing import Final

import pyotp
from playwright.async_api import CDPSession

from service.assembly import assemble
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.api_play import Json
from tests.support.browser_person import Person
from tests.support.servers import eventually
from tests.support.stack import Stack

PASSWORD: Final = "mammoth mammoth"
_DEVICE: Final = {
    "protocol": "ctap2",
    "automaticPresenceSimulation": True,
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
}

_PLAYS_A_BOT: Final = """async () => {
    const body = JSON.stringify({rules: {game: "kingdomino", seats: 2}, seats: [{bot: "pebble"}]});
    const answer = await fetch("/api/games", {method: "POST", headers: {"Content-Type": "application/json"}, body});
    return (await answer.json()).id;
}"""
_IS_LISTED: Final = """async (game) =>
    (await (await fetch("/api/me/games")).json()).games.some((line) => line.game === game)"""


def by_name(url: str) -> str:
    """The same address with a name for the host: a passkey belongs to a name."""
    return url.replace("127.0.0.1", "localhost")


async def devices_of(person: Person) -> CDPSession:
    devices = await person.context.new_cdp_session(person.page)
    await devices.send("WebAuthn.enable")
    return devices


async def makes_passkey(person: Person, devices: CDPSession, name: str, transport: str = "internal") -> None:
    """At the settings, on a new device."""
    await devices.send("WebAuthn.addVirtualAuthenticator", {"options": {**_DEVICE, "transport": transport}})
    await person.page.locator("#passkey-name").fill(name)
    await person.page.locator("#passkey-password").fill(PASSWORD)
    await person.presses("Enter")
    await person.sees(".passkeys li", name)


async def prepares_factor(person: Person) -> pyotp.TOTP:
    """At the settings, up to the code; gives the app."""
    await person.page.locator("#factor-password").fill(PASSWORD)
    await person.presses("Enter")
    await person.sees(".qr path")
    secret = await person.page.locator("section[aria-labelledby=factor-title] input[readonly]").input_value()
    return pyotp.TOTP(secret)


async def turns_factor_on(person: Person, app: pyotp.TOTP) -> list[str]:
    """Gives the recovery codes."""
    await person.page.locator("#factor-on-code").fill(app.now())
    await person.presses("Enter")
    await person.sees(".recovery li")
    return await person.texts(".recovery code")


async def enters_password(person: Person, name: str) -> None:
    await person.opens("/sign-in")
    await person.page.locator("#in-name").fill(name)
    await person.page.locator("#in-password").fill(PASSWORD)
    await person.presses("Enter")


async def plays_a_bot(person: Person) -> str:
    """The game, when it is in the person's list."""
    game: str = await person.page.evaluate(_PLAYS_A_BOT)
    await person.until(_IS_LISTED, game)
    return game


async def answers(person: Person, path: str, condition: Callable[[Json], bool]) -> None:
    """Returns when the service answers the person like this: an act of the operator is known within a second."""

    async def is_so() -> bool:
        return condition(await person.page.evaluate("async (path) => (await fetch(path)).json()", path))

    await eventually(is_so)


async def appoint(service: Stack, name: str) -> None:
    """Makes the holder of this account a moderator, as the operator does."""
    services = assemble(EventStore(service.server.url), wall_clock)
    await services.moderation.give_role(await services.accounts.find(name), "moderator", "Trusted")
    await services.aclose()
