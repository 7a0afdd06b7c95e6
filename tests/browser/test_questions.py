"""Two people ask each other: one takes back a turn that the other has answered, then they call the game off."""

from typing import Final

from tests.browser.test_two_people import private_table, whose_turn
from tests.support.browser_person import PHONE, Arrive, Person

_MOVE: Final = """async (game) => {
  const address = `/api/games/${game}/moves`;
  const { moves, seq } = await (await fetch(address)).json();
  const headers = { "content-type": "application/json" };
  await fetch(`${address}?seq=${seq}`, { method: "POST", headers, body: JSON.stringify(moves[0]) });
}"""
_ASKED: Final = "async (game) => (await (await fetch(`/api/games/${game}/questions`)).json()).undo"
_LAST: Final = "async (game) => (await (await fetch(`/api/games/${game}/events`)).json()).at(-1).event.type"


async def test_a_turn_is_taken_back_and_the_game_called_off_by_consent(arrive: Arrive) -> None:
    owner, friend = await arrive(), await arrive(language="de", size=PHONE, colours="dark")
    await friend.page.goto(await private_table(owner))
    await friend.page.locator(".message button.main").click()
    for person in (owner, friend):
        await person.sees_table()
    while await owner.page.evaluate(_ASKED, owner.game) != [1]:
        mover = await whose_turn(owner, friend)
        step = await mover.step()
        await mover.page.evaluate(_MOVE, mover.game)
        for person in (owner, friend):
            await person.reaches(step + 1)
    await opens_questions(owner, "Ask the others")
    await owner.sees("dialog", "Must agree:")
    await owner.page.locator("dialog button", has_text="Take back my last turn").click()
    await owner.sees(".resting", "You ask to take back your turn")
    await friend.page.locator(".resting.main[aria-label*='möchte einen Zug zurücknehmen']").click()
    await friend.page.locator("dialog button.main", has_text="Zustimmen").click()
    for person in (owner, friend):
        await person.misses("dialog[open]")
        await person.misses(".resting")
    assert await owner.page.evaluate(_LAST, owner.game) == "turn_undone"
    await opens_questions(friend, "Die anderen fragen")
    await friend.page.locator("dialog button", has_text="Die Partie absagen").click()
    await owner.page.locator(".resting.main", has_text="asks to call the game off").click()
    await owner.page.locator("dialog button.main", has_text="Agree").click()
    await owner.sees(".message h1", "called off")
    await friend.sees(".message h1", "abgesagt")


async def opens_questions(person: Person, entry: str) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button", has_text=entry).click()
    await person.sees("dialog[open]")
