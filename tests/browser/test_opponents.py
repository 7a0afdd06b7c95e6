"""Finding people to play with: two who press the same button meet, and one invites another by name."""

import pytest

from tests.browser.test_talk import asks
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.variants import only

LOOK = ".seeking form .main"
BEGUN = """async () =>
    (await (await fetch("/api/me/games")).json()).games.find(({ status }) => status === "running")?.game"""

_HAS_ENDED = """async (game) => {
    const answer = await fetch("/api/me/games?status=over");
    return (await answer.json()).games.some((line) => line.game === game);
}"""


async def names_at_table(person: Person) -> set[str]:
    answer = await person.page.evaluate(
        "async (game) => (await fetch(`/api/games/${game}/players`)).json()", person.game
    )
    return {seat["name"] for seat in answer}


async def test_two_who_press_play_somebody_meet(arrive: Arrive) -> None:
    first, second = await arrive(), await arrive()
    names = [f"{name} {person.number}" for name, person in (("Oona", first), ("Brrk", second))]
    for person, name in zip((first, second), names, strict=True):
        await person.opens("/lobby")
        await person.page.locator("[name=own-name]").fill(name)
    await first.page.locator(".seeking select").nth(1).select_option("14")  # nobody else in these tests looks for that
    await second.page.locator(".seeking select").nth(1).select_option("14")
    await first.page.locator(LOOK).click()
    await first.sees(".seeks li", "14 days")
    await second.page.locator(LOOK).click()
    game = await first.until(BEGUN)
    assert await second.until(BEGUN) == game
    await first.opens_game(game)
    assert await names_at_table(first) == set(names)


@pytest.mark.parametrize("size", only([PHONE], [PHONE, (1280, 800)]))
async def test_somebody_is_invited_by_name_and_declines(arrive: Arrive, size: tuple[int, int]) -> None:
    owner, friend = await arrive(size=size), await arrive(size=size)
    for person, name in ((owner, "Anna"), (friend, "Ben")):
        await person.has_account(f"{name} {person.number}", "a stone, a fish and a fire")
    await owner.opens("/new?with=friends")
    await owner.page.locator("button.main.big").click()
    await owner.sees(".waiting .qr")
    await owner.page.locator("[name=greeting]").fill("Shall we try the volcanoes?")
    await owner.page.locator("[name=greeting]").press("Enter")
    await owner.sees(".notices", "sees your greeting")
    await owner.page.locator("[name=invited]").fill(f"Ben {friend.number}")
    await owner.page.locator("[name=invited]").press("Enter")
    await owner.sees(".waiting .seat-1", f"Kept for Ben {friend.number}")
    await friend.opens(f"/game/{owner.game}")
    await friend.sees(".waiting h1", f"Anna {owner.number} invites you")
    await friend.sees(".greeting", "volcanoes")
    await friend.page.locator(".waiting button", has_text="No, thank you").click()
    await friend.arrives("/lobby")
    await owner.sees(".waiting .seat-1", "open seat")


async def test_somebody_one_has_met_is_suggested_and_invited_with_one_press(arrive: Arrive) -> None:
    owner, friend = await arrive(size=PHONE), await arrive()
    for person, name in ((owner, "Anna"), (friend, "Ben")):
        await person.has_account(f"{name} {person.number}", "a stone, a fish and a fire")
    table = {"rules": {"game": "kingdomino", "seats": 2}, "clock": {"type": "days", "days": 3}}
    game = (await asks(owner, "POST", "/api/games", table))["id"]
    await asks(friend, "POST", f"/api/games/{game}/join", {})
    await asks(owner, "POST", f"/api/games/{game}/resign", {})
    await asks(friend, "POST", f"/api/games/{game}/claim", {})
    await owner.until(_HAS_ENDED, game)
    await owner.opens("/lobby")
    await owner.page.locator(".suggested summary").click()
    await owner.page.locator(".suggested li", has_text=f"Ben {friend.number}").get_by_role("button").click()
    await owner.sees(".waiting .seat-1", f"Kept for Ben {friend.number}")
