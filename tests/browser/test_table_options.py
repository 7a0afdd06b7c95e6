"""What those who sit down agree to is said before: in the lobby and at the table that waits."""

from typing import Any

import pytest

from tests.support.browser_person import Arrive, Person

SHOWN = "What a move earns is shown"
RATED = {"rated": True, "clock": {"type": "days", "days": 3}}
HIDDEN = "What a move earns is not shown"
OPEN = """async (body) => {
  const headers = {"Content-Type": "application/json"};
  return (await (await fetch("/api/games", {method: "POST", headers, body: JSON.stringify(body)})).json()).id;
}"""


async def opens_table(person: Person, **options: Any) -> str:
    if options.get("rated"):
        await person.has_account(f"Oona of {len(options)} options", "a mammoth behind the volcano")
    else:
        await person.is_guest("Oona")
    game: str = await person.page.evaluate(OPEN, {"rules": {"game": "kingdomino", "seats": 2}, **options})
    return game


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(RATED, ("Rated", HIDDEN), id="rated"),
        pytest.param({**RATED, "earnings": True}, ("Rated", SHOWN), id="rated with earnings", marks=pytest.mark.long),
        pytest.param({"hints": True}, ("Hints for all",), id="hints"),
        pytest.param({}, (), id="nothing", marks=pytest.mark.long),
    ],
)
async def test_the_lobby_and_the_waiting_table_say_what_is_agreed_to(
    arrive: Arrive, options: dict[str, Any], said: tuple[str, ...]
) -> None:
    owner, visitor = await arrive(), await arrive()
    game = await opens_table(owner, **options)
    await visitor.opens("/lobby")
    line = f"li.listed-game:has(a[href='/game/{game}'])"
    await visitor.sees(line)
    lobby = await visitor.page.locator(f"{line} .game-details").inner_text()
    await visitor.opens(f"/game/{game}")
    await visitor.sees(".message.waiting")
    table = await visitor.page.locator(".message.waiting").inner_text()
    for text in ("Rated", "Hints for all", SHOWN, HIDDEN):
        assert (text in lobby, text in table) == (text in said,) * 2, text
