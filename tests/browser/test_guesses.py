"""Guessing the next move in the browser, on a phone, and seeing after the end who was right."""

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive
from tests.support.browser_table_views import dialog
from tests.support.staged_tables import DISCOVERY, finished, stage, turn_of, until


async def test_one_who_watches_guesses_the_next_draft(arrive: Arrive, store: EventStore) -> None:
    oona, ben = await arrive(size=PHONE), await arrive()
    player = await oona.is_guest("Oona")
    game = f"guessed{oona.number}"
    await stage(store, game, until(DISCOVERY, turn_of(0, "draft", 40)), player)
    await ben.is_guest("Ben")
    await dialog(ben, game, "play")
    first = ben.page.locator(".guesses button").first
    await first.click()
    await ben.sees("dialog [role=status]", "Your guess: domino")
    await ben.sees(".guesses button[aria-pressed=true]")
    await ben.presses("Escape")
    await oona.opens_game(game)
    await oona.sees_table()
    assert await oona.page.locator("text=Guess the next move").count() == 0, "who plays does not guess"


async def test_after_the_end_nobody_has_guessed(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    game = f"unguessed{person.number}"
    await stage(store, game, finished(DISCOVERY), "somebody-else")
    await dialog(person, game, "play")
    await person.sees("dialog", "Nobody has guessed anything.")
