"""Settings: how the pages look, one's name and password, tokens, and what is kept about oneself."""

import json

import httpx
import pytest

from tests.support.browser_person import Arrive, Person
from tests.support.servers import LONGEST_WAIT
from tests.support.variants import only

PASSWORD = "mammoth mammoth"


async def attribute(person: Person, name: str) -> str:
    value: str = await person.page.evaluate("(name) => document.documentElement.dataset[name]", name)
    return value


async def test_colours_motion_and_hints_are_remembered(guest: Person) -> None:
    await guest.opens("/settings")
    assert await attribute(guest, "colours") == await attribute(guest, "motion") == "auto"
    for name, value in (("colours", "dark"), ("motion", "calm"), ("hints", "exact"), ("coordinates", "always")):
        await guest.ticks(f"input[name={name}][value={value}]")
    await guest.opens("/settings")
    assert (await attribute(guest, "colours"), await attribute(guest, "motion")) == ("dark", "calm")
    assert await guest.page.locator("input[name=hints][value=exact]").is_checked()
    assert await guest.page.locator("input[name=coordinates][value=always]").is_checked()
    await guest.ticks("input[name=colours][value=auto]")
    await guest.opens("/settings")
    assert await attribute(guest, "colours") == "auto"


@pytest.mark.parametrize("calm", only([False], [False, True]), ids=["lively", "calm"])
async def test_motion_can_be_reduced_or_allowed_against_the_devices_setting(arrive: Arrive, calm: bool) -> None:
    animated = "getComputedStyle(document.querySelector('.picture .pic-token')).animationName"
    person = await arrive(calm=calm)
    await person.opens("/")
    assert (await person.page.evaluate(animated) == "none") == calm
    await person.opens("/settings")
    await person.ticks(f"input[name=motion][value={'lively' if calm else 'calm'}]")
    await person.opens("/")
    assert (await person.page.evaluate(animated) == "none") != calm


async def test_a_stranger_chooses_a_language_at_once_and_sees_how_to_become_a_player(guest: Person) -> None:
    await guest.opens("/settings")
    for language, title in (("nl", "Instellingen"), ("en", "Settings")):
        await guest.page.locator(".setting select").select_option(language)
        await guest.sees("h1", title)
    assert await guest.page.locator(".setting").count() == 2
    assert not await guest.page.locator(".tokens, .leave").count()
    await guest.page.locator("main a", has_text="Sign in").click()
    await guest.arrives("/sign-in")


async def test_a_guest_can_download_the_own_data_and_change_the_name(guest: Person) -> None:
    player = await guest.is_guest("Oona")
    await guest.opens("/settings")
    async with guest.page.expect_download() as coming:
        await guest.page.locator("a[download]").click()
    kept = json.loads((await (await coming.value).path()).read_text())
    assert (kept["player"], kept["name"]) == (player, "Oona")
    await guest.page.locator("#naming-name").fill("Oona of the hill")
    await guest.presses("Enter")
    await guest.sees(".notice", "Oona of the hill")
    await guest.sees(".corner summary", "Oona of the hill")
    assert not await guest.page.locator("#password-current").count()


async def test_changing_the_password_needs_the_current_one(arrive: Arrive) -> None:
    person = await arrive()
    await person.has_account("Changer", PASSWORD)
    await person.opens("/settings")
    person.expects("401")
    for current in ("not this one", PASSWORD):
        await person.page.locator("#password-current").fill(current)
        await person.page.locator("#password-password").fill("two mammoths")
        await person.presses("Enter")
        await person.sees("#password-problem:not(:empty)" if current != PASSWORD else ".notice")
    other = await arrive()
    await other.opens("/sign-in")
    await other.page.locator("#in-name").fill("Changer")
    await other.page.locator("#in-password").fill("two mammoths")
    await other.presses("Enter")
    await other.arrives("/games")


async def test_a_token_is_created_shown_once_and_revoked(guest: Person) -> None:
    await guest.is_guest("Oona")
    await guest.opens("/settings")
    await guest.page.locator("#token-label").fill("my bot")
    await guest.page.locator(".asking label", has_text="play").locator("input").uncheck()
    await guest.page.locator("button", has_text="Make a token").click()
    await guest.sees(".tokens li", "my bot")
    token = await guest.page.locator(".made input").input_value()
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=guest.url, headers=headers, timeout=LONGEST_WAIT) as program:
        assert (await program.get("/api/me")).json()["scopes"] == ["read"]
        await guest.opens("/settings")
        await guest.sees(".tokens li", "my bot")
        assert not await guest.page.locator(".made").count()
        await guest.page.locator(".tokens li", has_text="my bot").locator("button").click()
        await guest.misses(".tokens li", "my bot")
        assert (await program.get("/api/me")).status_code == 401


async def test_deleting_the_account_needs_confirmation(arrive: Arrive) -> None:
    person = await arrive()
    await person.has_account("Leaver", PASSWORD)
    await person.opens("/settings")
    await person.page.locator(".leave summary").click()
    await person.page.locator("#leaving-password").fill(PASSWORD)
    await person.presses("Enter")
    assert person.path == "/settings"  # the box is not ticked
    await person.page.locator(".leave input[type=checkbox]").check()
    await person.page.locator(".leave form button").click()
    await person.arrives("/$")
    await person.sees(".corner", "Sign in")
    person.expects("401")
    await person.opens("/sign-in")
    await person.page.locator("#in-name").fill("Leaver")
    await person.page.locator("#in-password").fill(PASSWORD)
    await person.presses("Enter")
    await person.sees("#in-problem:not(:empty)")
