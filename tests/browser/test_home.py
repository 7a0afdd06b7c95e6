"""The front page of those who return: what waits for them comes first, stays live, and is one press away."""

from projections.timing import Days
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import DISCOVERY, TRIBE, stage, turn_of, until

SMALL = (360, 640)
NAMES = ("Maximiliane von Hohenste", "Bartholomäus der Zwanzig", "Ugh", "Nag")
# What of the first card is outside of the first screen, or overlaps its neighbour.
_HIDDEN = """() => {
  const card = document.querySelector(".turn-card");
  const parts = [card, ...card.querySelectorAll(".small-board, .turn-with, .button")];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return boxes.filter(({ left, right, bottom }) => left < 0 || right > innerWidth || bottom > innerHeight).length;
}"""

_HAS_SQUARES = """(count) => {
  const paths = [...document.querySelectorAll(".turn-card .small-board path[class^='on-']:not(.on-home)")];
  return count === paths.map((path) => path.getAttribute("d").match(/M/g).length).reduce((sum, more) => sum + more, 0);
}"""


async def test_what_waits_is_first_on_the_smallest_phone_and_stays_live(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(size=SMALL, touch=True, language="de")
    player = await person.is_guest("Oona")
    placing = until(TRIBE, turn_of(0, "place", 60))
    first, second = (f"{name}{person.number}" for name in ("first", "second"))
    await stage(store, first, placing, player, names=NAMES, clock=Days(3))
    async with person.page.expect_request("**/api/stream*"):
        await person.opens("/")
        await person.sees(".turn-card .turn-what", "noch 3 Tage")
        assert await person.page.evaluate(_HIDDEN) == 0
        assert await person.page.locator("h1").inner_text() == "Du bist am Zug 1"
    # As soon as the worker has seen the whole game, which was stored move by move.
    await person.until(_HAS_SQUARES, len(placing.end.position.territories[0].squares))
    await stage(store, second, until(DISCOVERY, turn_of(0, "place")), player)
    await person.sees(f".turn-card a[href='/game/{second}']")
    await person.page.locator(f".turn-card a[href='/game/{first}']").click()
    await person.arrives(f"/game/{first}")
    await person.sees_table()


async def test_a_game_against_a_bot_is_thrown_away_by_two_presses(guest: Person) -> None:
    await guest.opens("/")
    await guest.page.locator(".quick button").click()
    await guest.sees_table()
    game = guest.game
    await guest.opens("/games")
    button = guest.page.locator(".throw-away")
    await button.click()
    await guest.sees(".throw-away.is-doubted", "Throw away?")
    await guest.page.locator("h1").click()
    await guest.misses(".throw-away.is-doubted")
    await button.click()
    await button.click()
    await guest.sees(".notice", "The game is gone")
    await guest.sees(".centred-card")
    status = await guest.page.evaluate(
        "async (game) => (await (await fetch(`/api/games/${game}`)).json()).status", game
    )
    assert status == "cancelled"
