"""Talk at a table: two people write, each reads their own language; links to steps and squares; reports."""

from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Any

from tests.support.browser_accounts import answers, appoint
from tests.support.browser_person import Arrive, Person
from tests.support.stack import Stack

PHONE = (390, 844)
_PASSWORD = "a mammoth behind the volcano"
_FETCH = """async ([method, path, body]) => {
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
    return answer.json();
}"""


async def asks(person: Person, method: str, path: str, body: Any = None) -> Any:
    return await person.page.evaluate(_FETCH, [method, path, body])


async def table_for(*people: Person, names: tuple[str, ...] = ("Oona", "Ugh", "Nag", "Bo"), **more: Any) -> str:
    """A game at which these people sit, all with accounts."""
    for person, name in zip(people, names, strict=False):
        await person.has_account(f"{name} {token_hex(3)}"[:24], _PASSWORD)
    rules = {"game": "kingdomino", "seats": len(people)}
    game: str = (await asks(people[0], "POST", "/api/games", {"rules": rules, **more}))["id"]
    for person in people[1:]:
        await asks(person, "POST", f"/api/games/{game}/join", {})
    for person in people:
        await person.opens_game(game)
    return game


async def opens_talk(person: Person) -> None:
    button = person.page.locator(".to-talk")
    if not await button.is_visible():
        await person.page.locator(".more summary").click()
        button = person.page.locator(".more [role=menuitem], .more .menu button", has_text="Talk").first
    await button.click()
    await person.sees("dialog.talk [role=log]")


async def writes(person: Person, text: str) -> None:
    await person.page.fill("#talk-text", text)
    await person.presses("Enter")


async def test_two_people_talk_and_each_reads_their_own_language(arrive: Arrive) -> None:
    oona, ugh = await arrive(), await arrive(language="de")
    await table_for(oona, ugh)
    await opens_talk(ugh)
    await ugh.page.locator(".phrases button", has_text="Viel Glück!").click()
    await ugh.sees(".said .is-own", "Viel Glück!")
    await oona.sees(".to-talk .unread")
    await opens_talk(oona)
    await oona.sees(".said .phrase", "Good luck!")
    await oona.misses(".to-talk .unread")
    await writes(oona, "See step 2 and d5 <b>here</b>, @Ugh")
    await ugh.sees(".said", "See step 2 and d5 <b>here</b>, @Ugh")
    assert await ugh.texts(".said .link") == ["step 2", "d5"]
    assert await ugh.page.locator(".said b b, .said a").count() == 0, "nothing of a message is markup"
    await ugh.page.locator(".said .link", has_text="d5").click()
    await ugh.sees(".board .lit, .board .is-lit, .board [class*=lit]")
    await ugh.page.locator(".said .link", has_text="step 2").click()
    await ugh.until("() => /\\/2$/.test(location.pathname)")
    await oona.presses("Escape")
    await oona.misses("dialog.talk")
    assert await oona.page.evaluate("document.activeElement.className") == "to-talk", "the focus comes back"


async def test_a_message_is_reported_its_writer_blocked_and_a_moderator_reads_it(
    arrive: Arrive, service: Stack
) -> None:
    oona, ugh, judge = await arrive(), await arrive(), await arrive()
    game = await table_for(oona, ugh)
    await asks(ugh, "POST", f"/api/games/{game}/talk", {"text": "You stone!"})
    await opens_talk(oona)
    await oona.sees(".said", "You stone!")
    await oona.page.locator(".said button[title]").click()
    await oona.page.locator("dialog .report input[value=abuse]").check()
    await oona.page.locator("dialog .report input[type=checkbox]").check()
    await oona.page.locator("dialog .report button", has_text="Send the report").click()
    await oona.sees("dialog.talk .said", "Nothing was said yet.")
    await oona.misses(".said", "You stone!")
    await judge.has_account(f"Judge {judge.number}", _PASSWORD)
    await appoint(service, f"Judge {judge.number}")
    await answers(judge, "/api/session", lambda me: "role" in me)
    await judge.opens("/moderation")
    await judge.sees(".moderated li", "Said: “You stone!”")


async def test_guests_press_phrases_on_a_phone_and_learn_why(arrive: Arrive) -> None:
    guest, other = await arrive(size=PHONE, colours="dark", touch=True), await arrive()
    await guest.is_guest("Guest of the lake")
    await other.is_guest("Other")
    rules = {"game": "kingdomino", "seats": 2}
    game: str = (await asks(guest, "POST", "/api/games", {"rules": rules}))["id"]
    await asks(other, "POST", f"/api/games/{game}/join", {})
    await guest.opens_game(game)
    await asks(other, "POST", f"/api/games/{game}/talk", {"phrase": "hello"})
    await guest.sees(".more summary > .unread")
    await opens_talk(guest)
    await guest.sees(".said .phrase", "Hello!")
    await guest.sees(".saying", "make an account")
    assert await guest.page.locator("#talk-text").count() == 0
    await guest.page.locator(".phrases button", has_text="Nice move!").click()
    await guest.sees(".said .is-own", "Nice move!")
    assert await guest.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


_PARTS = """({parts}) => [
    ["See step 41, #3!", []],
    ["d5 g13 n1 a14 ad5 d55", []],
    ["hi @Oona of the lake, @oonagh", ["Oona", "Oona of the lake"]],
].map(([text, names]) => parts(text, names).filter((it) => Object.keys(it).length > 1).map((it) => it.text))"""


async def test_steps_squares_and_names_are_found_in_a_text(run: Callable[..., Awaitable[Any]]) -> None:
    assert await run("talk/links.js", _PARTS) == [["step 41", "#3"], ["d5", "g13"], ["@Oona of the lake"]]


async def test_who_opens_a_table_chooses_how_much_is_said_there(arrive: Arrive) -> None:
    oona = await arrive()
    await oona.has_account(f"Oona {token_hex(3)}", _PASSWORD)
    await oona.opens("/new?with=friends")
    await oona.page.select_option("select[name=talk]", "phrases")
    await oona.sees(".summary", "Talk: Phrases only")
    await oona.page.locator("button.main.big").click()
    await oona.until("() => location.pathname.startsWith('/game/')")
    game = oona.page.url.partition("/game/")[2].partition("?")[0]
    assert (await asks(oona, "GET", f"/api/games/{game}"))["talk"] == "phrases"
