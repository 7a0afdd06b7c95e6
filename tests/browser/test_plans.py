"""A plan for the next turn: made by pointer, finger or keys, carried out by a worker, seen only by its owner."""

from typing import Any

from tests.support.browser_person import PHONE, Arrive, Person

_FETCH = """async ([method, path, body]) => {
    const headers = {"Content-Type": "application/json"};
    const answer = await fetch(path, {method, headers, body: body && JSON.stringify(body)});
    return answer.json();
}"""


async def asks(person: Person, method: str, path: str, body: Any = None) -> Any:
    return await person.page.evaluate(_FETCH, [method, path, body])


async def table_for(*people: Person) -> str:
    """A game of guests that has come to the placing of dominoes, with the first of them to wait."""
    for person in people:
        await person.is_guest("Guest")
    rules = {"game": "kingdomino", "seats": len(people)}
    while True:
        game: str = (await asks(people[0], "POST", "/api/games", {"rules": rules}))["id"]
        for person in people[1:]:
            await asks(person, "POST", f"/api/games/{game}/join", {})
        while (offer := await asks(people[0], "GET", f"/api/games/{game}/moves"))["step"] == "claim":
            await asks(people[offer["seat"]], "POST", f"/api/games/{game}/moves", offer["moves"][0])
        if offer["seat"] != 0:
            return game


async def opens_plan(person: Person) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button:has(use[href='#icon-forward'])").click()
    await person.sees("dialog.plan .plan-place")


async def focuses(person: Person, button: str) -> None:
    """Puts the focus there, once it takes one: not while something is on its way."""
    await person.sees(f"{button}:enabled")
    await person.page.locator(button).focus()


async def test_a_plan_is_made_by_finger_and_moves_when_the_turn_comes(arrive: Arrive) -> None:
    oona, ugh = await arrive(size=PHONE, touch=True), await arrive()
    game = await table_for(oona, ugh)
    await oona.opens_game(game)
    await opens_plan(oona)
    await oona.page.locator(".plan .spot").first.tap()
    await oona.sees(".plan .ghost")
    await oona.page.locator(".plan-place .row .main").tap()
    await oona.sees(".plan-due", "It will lie like this.")
    await oona.page.locator(".plan-line button").first.tap()
    await oona.sees(".plan-line [aria-pressed=true] .place", "1.")
    await oona.page.locator(".plan-take select").select_option("points")
    await oona.page.locator(".plan > .row .main").tap()
    await oona.misses("dialog.plan")
    while (offer := await asks(ugh, "GET", f"/api/games/{game}/moves"))["seat"] == 1:
        await asks(ugh, "POST", f"/api/games/{game}/moves", offer["moves"][0])
    await oona.until("async (game) => (await (await fetch(`/api/games/${game}/plan`)).json()).made.length === 2", game)
    assert (await asks(ugh, "GET", f"/api/games/{game}/plan"))["made"] == []
    await asks(ugh, "POST", f"/api/games/{game}/resign")
    await asks(oona, "POST", f"/api/games/{game}/claim")
    await ugh.opens_game(game)
    await ugh.page.locator(".heading details.menu summary").click()
    await ugh.page.locator(".heading details.menu button:has(use[href='#icon-forward'])").click()
    await ugh.counts("dialog .plan-moves li", 2)
    await ugh.page.locator("dialog .plan-moves button").first.click()
    await ugh.counts(".chronicle .by-plan", 2)
    await ugh.misses("dialog[open]")
    await ugh.sees(".chronicle .now")


async def test_a_plan_is_made_and_withdrawn_by_keys(arrive: Arrive) -> None:
    oona, ugh = await arrive(), await arrive()
    game = await table_for(oona, ugh)
    await oona.opens_game(game)
    await oona.page.locator(".heading details.menu summary").focus()
    await oona.presses("Enter")
    await oona.page.locator(".heading details.menu button:has(use[href='#icon-forward'])").focus()
    await oona.presses("Enter")
    await oona.page.locator(".plan .territory").focus()
    await oona.presses("ArrowRight")
    await oona.sees(".plan .ghost")
    await oona.presses("Enter")
    await oona.sees(".plan-due", "It will lie like this.")
    await oona.page.locator(".plan-place .row button").last.focus()
    await oona.presses("Enter")
    await oona.sees(".plan .held-domino")
    await oona.sees(".plan .spot")
    await oona.page.locator(".plan-line button").first.focus()
    await oona.presses("Enter")
    await focuses(oona, ".plan > .row .main")
    await oona.presses("Enter")
    await oona.misses("dialog.plan")
    await opens_plan(oona)
    await oona.sees(".plan-waits", "waits for your turn")
    await focuses(oona, ".plan-waits button")
    await oona.presses("Enter")
    await oona.misses(".plan-waits")
