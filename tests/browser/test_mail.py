"""An e-mail address in the settings, the pages that links in mails lead to, a forgotten password, and a webhook."""

import os
import re
from email.message import EmailMessage

from tests.support.browser_accounts import PASSWORD
from tests.support.browser_person import Arrive
from tests.support.receivers import Mailbox, http, receiving
from tests.support.servers import eventually

NEW_PASSWORD = "two stones and a lake"


async def mail_to(post: Mailbox, address: str, subject: str) -> EmailMessage:
    """The newest of these mails, once there is one."""

    def those() -> list[EmailMessage]:
        return [mail for mail in post.mails if (mail["To"], mail["Subject"]) == (address, subject)]

    async def has_come() -> bool:
        return bool(those())

    await eventually(has_come)
    return those()[-1]


async def link_in(post: Mailbox, address: str, subject: str) -> str:
    """The path of the link in the newest of these mails."""
    body = (await mail_to(post, address, subject)).get_body(("plain",))
    assert body is not None
    match = re.search(r"/link#\S+", body.get_content())
    assert match
    return match[0]


async def test_an_address_is_confirmed_and_brings_back_a_forgotten_password(arrive: Arrive, post: Mailbox) -> None:
    person = await arrive()
    person.expects("404", "401")
    name, address = f"Oona {person.number}", f"oona.{person.number}@lake.example"
    await person.has_account(name, PASSWORD)
    await person.opens("/settings")
    await person.page.locator("#address-address").fill(address)
    await person.page.locator("#address-password").fill(PASSWORD)
    await person.presses("Enter")
    await person.sees("section[aria-labelledby=address-title] [role=status]", address)
    link = await link_in(post, address, "Confirm your e-mail address")
    await person.opens(link)
    await person.page.get_by_role("button", name="Yes, confirm it").click()
    await person.sees("main [role=status]", "Your e-mail address is confirmed.")
    await person.page.reload()
    await person.sees("main [role=alert]", re.compile("used already"))
    await person.opens("/settings")
    await person.sees("section[aria-labelledby=address-title] b", address)
    await person.opens("/settings/notices")
    await person.page.get_by_role("button", name="Test: E-mail").click()
    await person.sees("section[aria-labelledby=mail-title] .good", "look into your mailbox")
    await mail_to(post, address, "Notices arrive here")
    await person.opens("/settings")
    await person.sees("section[aria-labelledby=address-title] b", address)
    if pictures := os.environ.get("PICTURES"):
        await person.page.locator("section[aria-labelledby=address-title]").screenshot(path=f"{pictures}/address.png")

    await person.page.get_by_role("button", name="Sign out", exact=True).click()
    await person.arrives("/$")
    await person.opens("/sign-in")
    await person.page.get_by_text("Forgotten your password?").click()
    await person.page.locator("#forgotten-address").fill(address)
    if pictures:
        await person.page.screenshot(path=f"{pictures}/forgotten.png")
    await person.presses("Enter")
    await person.sees("details [role=status]", re.compile("a mail is on its way"))
    await person.opens(await link_in(post, address, "A new password"))
    await person.page.locator("#link-password").fill(NEW_PASSWORD)
    if pictures:
        await person.page.screenshot(path=f"{pictures}/reset.png")
    await person.presses("Enter")
    await person.sees("main [role=status]", re.compile("Your password is changed"))
    await person.opens("/sign-in")
    await person.page.locator("#in-name").fill(name)
    await person.page.locator("#in-password").fill(NEW_PASSWORD)
    await person.presses("Enter")
    await person.arrives("/games")


async def test_a_webhook_is_added_tested_and_removed(arrive: Arrive) -> None:
    person = await arrive()
    await person.is_guest("Ugh of the hooks")
    section = "section[aria-labelledby=webhooks-title]"
    async with receiving(http("418 I am a teapot", b"short and stout")) as receiver:
        await person.opens("/settings/notices")
        person.expects("422")
        await person.page.locator("#webhook-url").fill("ftp://lake.example")
        await person.presses("Enter")
        await person.sees(f"{section} .problem", "cannot be the address of a webhook")
        assert await person.texts(f"{section} label:has([aria-invalid=true]) span") == ["Address (https://)"]
        await person.page.locator("#webhook-url").fill(receiver.url)
        await person.presses("Enter")
        await person.sees(f"{section} .made", re.compile("shown only now"))
        await person.page.get_by_role("button", name=f"Test: {receiver.url}").click()
        await person.sees(f"{section} li .problem", "HTTP 418 short and stout")
        assert receiver.requests
        if pictures := os.environ.get("PICTURES"):
            await person.page.locator(section).screenshot(path=f"{pictures}/webhook.png")
        await person.page.locator(section).get_by_role("button", name="Remove").click()
        await person.misses(f"{section} li")
