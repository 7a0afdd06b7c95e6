"""A player leaves: all others learn it at once and when they return; in a game of two the one who stays may end it."""

from typing import Any

from tests.browser.test_two_people import private_table
from tests.support.browser_person import Arrive, Person


async def resigns(person: Person) -> None:
    await person.page.locator(".heading .menu > summary").click()
    await person.page.get_by_role("button", name="Resign").click()
    await person.sees("dialog", "may end the game as the winner")
    await person.page.locator("dialog button.grave").click()


async def test_the_one_who_stays_is_told_and_may_end_the_game_as_the_winner(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive()
    await friend.page.goto(await private_table(owner))
    await friend.page.locator(".message button.main").click()
    await friend.sees_table()
    await owner.sees_table()
    await resigns(friend)
    await owner.sees("dialog.departure")
    assert "gives up; the bot Flint plays on" in await owner.page.locator("dialog.departure h2").inner_text()
    await owner.opens(owner.path)
    await owner.sees("dialog.departure")
    assert "You have won" in await owner.page.locator("dialog.departure").inner_text(), "told again on return"
    assert await owner.texts("dialog.departure button") == ["End here as the winner", "Play on against the bot"]
    await owner.page.get_by_role("button", name="Play on against the bot").click()
    await owner.misses("dialog")
    assert (await table(owner))["status"] == "running"
    await owner.page.locator(".heading .menu > summary").click()
    await owner.page.get_by_role("button", name="End here as the winner").click()
    for person in (owner, friend):  # large, to both, and again on return
        await person.sees(".ending .claimed", "gives up")
        await person.sees(".ending .claimed", "stays alone at the table, ends the game and wins")
        await person.presses("Escape")
        await person.misses("dialog")
    await owner.sees(".plate .rank", "place 1")
    await friend.sees(".other .rank", "place 1")
    await owner.sees(".chronicle li", "stays alone at the table, ends the game and wins")
    assert (await table(owner))["winners"] == [0]


async def table(person: Person) -> Any:
    return await person.page.evaluate("async (game) => (await fetch(`/api/games/${game}`)).json()", person.game)
