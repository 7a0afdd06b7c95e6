"""How to come to see a table in each of its states, its dialogs and its review."""

from tests.support.browser_person import PHONE, Person


async def mine(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.sees(".action.mine")


async def lesson(person: Person, _: str) -> None:
    await person.opens("/rules")
    await person.page.locator(".lessons button").first.click()
    await person.sees(".guide")
    await person.sees(".action.mine")


async def ghost(person: Person, game: str) -> None:
    await mine(person, game)
    await person.takes_the_board()
    await person.presses("ArrowRight")
    await person.sees(".board .ghost")


async def paying(person: Person, game: str) -> None:
    await mine(person, game)
    if await person.page.locator(".cave button").count():
        await person.page.locator(".cave button").first.click()
        await person.sees(".board .spot")


async def talk(person: Person, game: str) -> None:
    await person.opens_game(game)
    button = person.page.locator(".to-talk")
    await (button.click() if await button.is_visible() else dialog(person, game, "talk"))
    await person.page.locator("dialog.talk .phrases button").first.click()
    await person.sees("dialog.talk .said .is-own")


# A game of somebody else against a bot, with all its dominoes still to be chosen.
_OTHERS_GAME = """async () => {
    const post = async (path, body, token) => (await fetch(path, {
        method: "POST",
        credentials: "omit",
        headers: {"Content-Type": "application/json", ...(token ? {Authorization: `Bearer ${token}`} : {})},
        body: JSON.stringify(body),
    })).json();
    const {token} = await post("/api/guests", {name: "Bartholomäus Zwanzigste"});
    const rules = {game: "origins", mode: "discovery", seats: 2};
    return (await post("/api/games", {rules, seats: [{bot: "flint"}]}, token)).id;
}"""


async def guessing(person: Person, game: str) -> None:
    await person.page.goto(f"{person.url}/health/live")
    await dialog(person, await person.page.evaluate(_OTHERS_GAME), "play")
    await person.sees(".guesses button")


async def notebook(person: Person, game: str) -> None:
    await dialog(person, game, "hint")
    await person.page.locator("#note-text").fill("Nobody needs lakes as badly as I do.")
    await person.page.locator(".notebook button.main").click()
    await person.sees(".notebook .said .is-own")


async def dialog(person: Person, game: str, entry: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(f".heading details.menu button:has(use[href='#icon-{entry}'])").click()
    await person.sees("dialog[open]")


async def menu(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".heading details.menu summary").click()
    await person.sees(".heading details.menu[open] li")


async def caveman_note(person: Person, game: str) -> None:
    await mine(person, game)
    await person.page.locator(".cave .caveman").first.focus()
    await person.presses("ArrowDown")
    await person.sees(".tip:popover-open")


async def scene(person: Person, game: str) -> None:
    """The end while it is still being counted."""
    await person.page.emulate_media(reduced_motion="no-preference")
    await person.opens_game(game)
    await person.page.locator(".action button:has(use[href='#icon-graph'])").click()
    await person.sees(".ending:not(.is-over)")
    await person.page.emulate_media(reduced_motion="reduce")


async def seat_sheet(person: Person, game: str) -> None:
    """A seat at a glance, which only small windows bring."""
    size = person.page.viewport_size
    assert size
    await person.opens_game(game)
    await person.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await person.page.locator(".other").first.click()
    await person.sees("dialog.seat-sheet[open]")
    await person.page.set_viewport_size(size)


async def fair(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".stage .more button:has(use[href='#icon-check'])").click()
    await person.sees("dialog[open] code")


async def result(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.page.locator(".action button:has(use[href='#icon-graph'])").click()
    await person.sees(".ending.is-over .moments .bad")


async def waiting(person: Person, game: str) -> None:
    await person.opens("/new")
    await person.ticks("input[name=company][value=friends]")
    await person.page.locator("button.main.big").click()
    await person.sees(".invite")


async def replay(person: Person, game: str) -> None:
    await person.opens_game(game, 60)


async def hint(person: Person, game: str) -> None:
    """As it begins, and as it ends."""
    await mine(person, game)
    await person.presses("h")
    await person.sees(".deeper")
    while await person.page.locator(".deeper").count():
        rung = await person.page.locator(".hint-line p").inner_text()
        await person.presses("h")
        await person.until("(rung) => document.querySelector('.hint-line p')?.textContent !== rung", rung)
    await person.sees(".hint-list:not([aria-busy])")


async def departure(person: Person, game: str) -> None:
    await person.opens_game(game)
    await person.sees("dialog.departure button.main")


async def review(person: Person, game: str) -> None:
    await person.opens_game(game, 60)
    await person.presses("v")
    await person.sees(".losses")
    await person.presses("m")
    await person.sees(".verdict .main")
    await person.page.locator(".as-table summary").click()


async def side_line(person: Person, game: str) -> None:
    await review(person, game)
    await person.page.locator(".verdict .main").click()
    await person.sees(".line-bar")
