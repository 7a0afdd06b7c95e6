"""The page for developers of bots: every call of the API can be tried there, and the tiny bot be taken along."""

import json
from pathlib import Path

from playwright.async_api import Locator

from tests.browser.test_weight import weighed
from tests.support.browser_person import Person

DOCS = Path(__file__).parents[2] / "docs"


async def opened(person: Person, call: str) -> Locator:
    """The part of the page about a call, such as `POST /api/games`, once it is unfolded."""
    await person.opens("/developers")
    await person.sees(".call")
    await person.page.evaluate(
        """(call) => {
            const name = (entry) => [".method", "code"].map((part) => entry.querySelector(part).textContent).join(" ");
            [...document.querySelectorAll(".call")].find((entry) => name(entry) === call).open = true;
        }""",
        call,
    )
    section = person.page.locator(".call[open]")
    await section.locator("form").wait_for()
    return section


async def sent(call: Locator) -> tuple[str, str]:
    """Sends it; the status and the text of the answer."""
    await call.locator("button.main").click()
    await call.locator(".answer").wait_for()
    return await call.locator(".answer p span").inner_text(), await call.locator(".answer pre").inner_text()


async def test_every_call_of_the_openapi_document_is_listed_and_can_be_searched(guest: Person) -> None:
    await guest.opens("/developers")
    await guest.sees(".call")
    document = await (await guest.context.request.get(f"{guest.url}/schema/openapi.json")).json()
    documented = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    shown = await guest.page.locator(".call > summary").all()
    assert {" ".join((await summary.inner_text()).split()[:2]) for summary in shown} == documented

    await guest.page.locator("#sought").fill("make move")
    await guest.until("() => document.querySelectorAll('.call').length === 1")
    await guest.page.locator("#sought").fill("no such words")
    await guest.sees(".empty")


async def test_an_example_call_can_be_tried_as_a_guest(guest: Person) -> None:
    call = await opened(guest, "POST /api/games")
    await guest.page.locator("button", has_text="New guest").click()
    await guest.until("() => document.getElementById('token').value.length > 40")
    await call.locator("select").select_option("2")
    written = "() => document.querySelector('.call[open] textarea').value"
    await guest.until(f"{written}.includes('variants')")
    body = await guest.until(written)
    assert json.loads(body)["rules"]["variants"] == ["harmony"]
    status, text = await sent(call)
    assert status.startswith("201")
    assert json.loads(text)["seat"] == 0
    assert await guest.page.evaluate("fetch('/api/session').then((answer) => answer.json())") is None


async def test_parameters_go_where_they_belong_and_a_refusal_is_shown(guest: Person) -> None:
    guest.expects("404")
    call = await opened(guest, "GET /api/games/{game}")
    await call.locator("input").first.fill("no/such game")
    await call.locator("label:has(code:text-is('at')) input").fill("3")
    status, text = await sent(call)
    assert status.startswith("404")
    assert json.loads(text)["status"] == 404
    assert guest.api("/api/games/no%2Fsuch%20game?at=3")


async def test_malformed_json_is_not_sent(guest: Person) -> None:
    call = await opened(guest, "POST /api/guests")
    await call.locator("textarea").fill("{nonsense")
    assert "not JSON" in (await sent(call))[1]
    assert not guest.api("/api/guests")


async def test_without_a_token_calls_use_the_session_and_a_deletion_needs_confirmation(guest: Person) -> None:
    guest.expects("401")  # the page may ask for its stream again before it knows that the session is gone
    player = await guest.is_guest("Oona")
    _, text = await sent(await opened(guest, "GET /api/me"))
    assert json.loads(text)["player"] == player
    call = await opened(guest, "DELETE /api/session")
    await call.locator("button.main").click()
    await call.locator(".problem").wait_for()
    assert await guest.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
    assert (await sent(call))[0].startswith("200")
    assert await guest.page.evaluate("fetch('/api/session').then((answer) => answer.json())") is None


async def test_the_tiny_bot_is_the_one_of_the_documentation(guest: Person) -> None:
    await guest.opens("/developers")
    await guest.sees(".source", "urlopen")
    async with guest.page.expect_download() as coming:
        await guest.page.locator("a[download]").click()
    download = await coming.value
    assert download.suggested_filename == "tiny_bot.py"
    assert (await download.path()).read_text() == (DOCS / "tiny_bot.py").read_text()


async def test_the_first_view_is_light(guest: Person) -> None:
    assert await weighed(guest, "/developers", ".call") < 200_000
