"""How to come to see the pages of people: profiles, settings, notices, moderation, accounts."""

from secrets import token_hex
from typing import Final

from tests.support.browser_accounts import (
    PASSWORD,
    devices_of,
    enters_password,
    makes_passkey,
    plays_a_bot,
    prepares_factor,
    turns_factor_on,
)
from tests.support.browser_person import Person
from tests.support.receivers import Browser

_HAS_DEVICE: Final = """async ([key, auth]) => {
    const headers = {"Content-Type": "application/json"};
    const device = {name: "Wolfgangs", endpoint: "https://push.example/abc", key, auth};
    await fetch("/api/me/devices", {method: "POST", headers, body: JSON.stringify(device)});
}"""


# An open table of somebody else; the address of the invitation.
_INVITES: Final = """async () => {
    const post = async (path, body, token) => (await fetch(path, {
        method: "POST",
        credentials: "omit",
        headers: {"Content-Type": "application/json", ...(token ? {Authorization: `Bearer ${token}`} : {})},
        body: JSON.stringify(body),
    })).json();
    const {token} = await post("/api/guests", {name: "Bartholomäus Zwanzigste"});
    const rules = {game: "origins", mode: "tribe", seats: 4};
    const {id, invite} = await post("/api/games", {rules, clock: {type: "days", days: 3}, private: true}, token);
    return `/game/${id}?invite=${invite}`;
}"""
_SEEKS: Final = """async () => {
    const rules = {game: "kingdomino", mode: null, seats: 4};
    const seek = {rules, clock: {type: "days", days: 7}, stands: true};
    const headers = {"Content-Type": "application/json"};
    if (!(await (await fetch("/api/seeks")).json()).length)
        await fetch("/api/seeks", {method: "POST", headers, body: JSON.stringify(seek)});
}"""
# The page itself finds no network; the next one does.
_IS_ALONE: Final = """() => {
    Object.defineProperty(navigator, "onLine", {get: () => false});
    window.fetch = async () => { throw new TypeError("no network"); };
    dispatchEvent(new Event("offline"));
}"""


async def newcomer(person: Person, game: str) -> None:
    await person.context.clear_cookies()
    await person.opens("/")
    await person.sees(".hero")
    await person.sees(".points")


async def invitation(person: Person, game: str) -> None:
    await person.page.goto(f"{person.url}/health/live")
    await person.opens(await person.page.evaluate(_INVITES))
    await person.sees(".waiting h1")


async def seeks(person: Person, game: str) -> None:
    await person.page.goto(f"{person.url}/health/live")
    await person.page.evaluate(_SEEKS)
    await person.opens("/lobby")
    await person.sees(".seeks li")


async def offline(person: Person, game: str) -> None:
    await person.opens("/rules")
    await person.until("() => { dispatchEvent(new PointerEvent('pointermove')); return performance.now() > 2000; }")
    await person.page.evaluate(_IS_ALONE)
    await person.sees(".offline a")


async def account_menu(person: Person, game: str) -> None:
    await person.opens("/rules")
    await person.page.locator(".corner details.menu summary").click()
    await person.sees(".corner details.menu[open] li")


async def person(person: Person, game: str) -> None:
    """Oneself, with a rival's page behind it."""
    await person.opens("/settings")
    await person.page.locator(".corner summary").click()
    await person.page.locator(".corner a[href^='/people/']").click()
    await person.sees(".person")


async def leaders(person: Person, game: str) -> None:
    await person.opens("/leaders/kingdomino")
    await person.sees(".leaders p")


async def tournament(person: Person, tournament: str) -> None:
    await person.opens(f"/tournaments/{tournament}")
    await person.sees(".crossed td a")


async def moderation(person: Person, game: str) -> None:
    await person.opens("/moderation")
    await person.sees(".standing")
    await person.page.locator(".reason summary").first.click()
    await person.sees(".moderated textarea")


async def moderated_person(person: Person, game: str) -> None:
    await moderation(person, game)
    await person.page.locator(".moderated a.who", has_text="Wolfgang").first.click()
    await person.sees("#act-title")
    await person.page.locator(".moderation select").first.select_option("ban")
    await person.page.locator(".reason summary").first.click()


async def somebody_else(person: Person, game: str) -> None:
    """A person whom the reader has blocked and is about to report."""
    await moderated_person(person, game)
    await person.page.locator(".page-head a[href^='/people/']").click()
    await person.sees(".person .page-head button")
    if not await person.page.locator(".blocked-note").count():
        await person.page.locator(".person .page-head button").nth(-2).click()
        await person.sees(".blocked-note")
    await person.page.locator(".person .page-head button").last.click()
    await person.sees("dialog[open] .report")


async def settings(person: Person, game: str) -> None:
    await person.opens("/settings")
    await person.page.locator(".leave summary").click()
    await person.sees(".leave form")


async def notices(person: Person, game: str) -> None:
    """With quiet hours, a webhook that was tried, and a device."""
    await person.opens("/settings/notices")
    await person.sees("input[name=quiet]")
    await person.page.locator("input[name=quiet]").check()
    await person.sees("input[name=quiet-begin]")
    await person.page.evaluate(_HAS_DEVICE, [*Browser().keys.values()])
    await person.opens("/settings/notices")
    await person.sees(".devices li")
    await person.page.locator(".devices summary").first.click()
    await person.page.locator("section[aria-labelledby=page-title] button").click()
    await person.sees("section[aria-labelledby=page-title] .good")


async def notice_list(person: Person, game: str) -> None:
    await person.opens("/rules")
    await person.page.locator(".bell").click()
    await person.sees("dialog.notice-sheet[open] li")


async def account_settings(person: Person, game: str) -> None:
    """Of somebody with an account and a passkey, who sets up a second factor."""
    await _new_account(person)
    await person.opens("/settings")
    await person.sees(".acts li")
    await makes_passkey(person, await devices_of(person), "laptop")
    await prepares_factor(person)


async def second_factor(person: Person, game: str) -> None:
    """Just turned on; and how to turn it off."""
    await _new_account(person)
    await person.opens("/settings")
    await turns_factor_on(person, await prepares_factor(person))
    await person.page.locator("section[aria-labelledby=factor-title] summary").click()
    await person.sees("#factor-off-code")


async def code_needed(person: Person, game: str) -> None:
    """Somebody with a second factor, whose password was right."""
    name = await _new_account(person)
    await person.opens("/settings")
    await turns_factor_on(person, await prepares_factor(person))
    await person.context.clear_cookies()
    await enters_password(person, name)
    await person.sees("#in-code")


async def _new_account(person: Person) -> str:
    """Lets the person come as somebody else, with an account that has nothing yet; gives its name."""
    await person.context.clear_cookies()
    name = f"Oona {token_hex(4)}"
    await person.has_account(name, PASSWORD)
    return name


async def bringing(person: Person, game: str) -> None:
    """A guest with a game has signed in to an account."""
    name = f"Oona {token_hex(3)}"
    for become in (person.has_account(name, PASSWORD), person.is_guest("Ugh of the endless grasslands")):
        await person.page.goto("about:blank")
        await person.context.clear_cookies()
        await become
    await plays_a_bot(person)
    await enters_password(person, name)
    await person.sees("#bringing-title")
