"""A second factor and passkeys: set up in the settings, and used to sign in."""

import time
from secrets import token_hex

import pyotp
import pytest

from tests.support.browser_accounts import (
    PASSWORD,
    by_name,
    devices_of,
    enters_password,
    makes_passkey,
    plays_a_bot,
    prepares_factor,
    turns_factor_on,
)
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.stack import Stack


async def signs_out(person: Person) -> None:
    await person.opens("/settings")
    await person.page.get_by_role("button", name="Sign out", exact=True).click()
    await person.arrives("/$")


async def has_second_factor(person: Person, name: str) -> tuple[pyotp.TOTP, list[str]]:
    """Sets it up; gives the app and the recovery codes."""
    await person.has_account(name, PASSWORD)
    await person.opens("/settings")
    app = await prepares_factor(person)
    return app, await turns_factor_on(person, app)


async def test_an_app_becomes_the_second_factor_and_signs_in(arrive: Arrive) -> None:
    person = await arrive()
    person.expects("401")
    app, recovery = await has_second_factor(person, "Oona of the app")
    await signs_out(person)
    await enters_password(person, "Oona of the app")
    await person.page.locator("#in-code").fill("nonsense")
    await person.presses("Enter")
    await person.sees("#in-problem:not(:empty)")
    await person.page.locator("#in-code").fill(app.at(int(time.time()) + 30))
    await person.presses("Enter")
    await person.arrives("/games")
    await signs_out(person)
    await enters_password(person, "Oona of the app")
    await person.sees("#in-code:focus")
    await person.page.keyboard.type(recovery[0])
    await person.presses("Enter")
    await person.arrives("/games")
    await person.opens("/settings")
    await person.sees(".acts li", "Signed in by a recovery code")
    await person.sees("section[aria-labelledby=factor-title]", "9 recovery codes left")


@pytest.mark.long
async def test_the_second_factor_can_be_turned_off(arrive: Arrive) -> None:
    person = await arrive()
    _, recovery = await has_second_factor(person, "Oona without an app")
    await person.page.locator("section[aria-labelledby=factor-title] summary").click()
    await person.page.locator("#factor-off-password").fill(PASSWORD)
    await person.page.locator("#factor-off-code").fill(recovery[0])
    await person.presses("Enter")
    await person.sees("#factor-password")
    await signs_out(person)
    await enters_password(person, "Oona without an app")
    await person.arrives("/games")


async def test_a_passkey_signs_in_without_a_password_until_it_is_removed(arrive: Arrive, service: Stack) -> None:
    person = await arrive(at=by_name(service.url))
    devices = await devices_of(person)
    await person.has_account("Oona of the key", PASSWORD)
    await person.opens("/settings")
    for name, transport in (("laptop", "internal"), ("stick", "usb")):
        await makes_passkey(person, devices, name, transport)
    await signs_out(person)
    await person.opens("/sign-in")
    await person.page.locator("button.passkey").click()
    await person.arrives("/games")
    await person.opens("/settings")
    await person.sees(".acts li", "Signed in by passkey")
    for left in (1, 0):
        await person.page.locator(".passkeys button").first.click()
        await person.until("(left) => document.querySelectorAll('.passkeys li').length === left", left)
    await signs_out(person)
    person.expects("401")
    await person.opens("/sign-in")
    await person.page.locator("button.passkey").click()
    await person.sees("#in-problem:not(:empty)")


async def test_a_new_password_ends_tokens_unless_they_are_kept(arrive: Arrive) -> None:
    person = await arrive()
    await person.has_account("Oona of the programs", PASSWORD)
    await person.opens("/settings")
    await person.page.locator("#token-label").fill("my bot")
    await person.presses("Enter")
    await person.sees(".tokens li", "my bot")
    for new, old, keeps in (("two mammoths", PASSWORD, True), ("three mammoths", "two mammoths", False)):
        await person.page.locator("#password-current").fill(old)
        await person.page.locator("#password-password").fill(new)
        if keeps:
            await person.page.locator("#password-keep").check()
        await person.page.locator("#password-password").press("Enter")
        await person.sees(".notice")
        await person.opens("/settings")
        await (
            person.sees(".tokens li", "my bot")
            if keeps
            else person.sees("section[aria-labelledby=tokens-title]", "none")
        )


async def test_a_guest_who_signs_in_is_asked_and_brings_the_games_along(arrive: Arrive) -> None:
    name = f"Oona {token_hex(3)}"
    owner, guest = await arrive(), await arrive(size=PHONE)
    await owner.has_account(name, PASSWORD)
    await guest.is_guest("Ugh")
    game = await plays_a_bot(guest)
    await enters_password(guest, name)
    await guest.sees("#bringing-title", "Bring your game along?")
    await guest.page.get_by_role("button", name="Bring everything along").click()
    await guest.arrives("/games")
    await guest.sees(f"main a[href^='/game/{game}']")
