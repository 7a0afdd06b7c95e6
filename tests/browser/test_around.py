"""Around the table: from the front page to a replay, a game with every choice, the lobby, one's own games."""

import asyncio

import msgspec
from playwright.async_api import Route

from service.games.codec import encode
from service.games.seating import SeatTaken, TableOpened
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.browser_person import RETRIES, Arrive, Person
from tests.support.staged_tables import DISCOVERY, TRIBE, cut, finished, stage, turn_of, until


async def test_the_front_page_leads_to_a_replay(guest: Person) -> None:
    """There is one on the first day: a game is shipped."""
    await guest.opens("/")
    await guest.page.locator("a.button", has_text="Watch a replay").click()
    await guest.arrives(r"/game/[\w-]+/1$")
    await guest.sees(".chronicle li.now")


async def test_a_new_game_is_played_as_it_was_chosen(guest: Person) -> None:
    await guest.opens("/new")
    await guest.ticks("input[name=kind][value=kingdomino]")
    await guest.ticks("input[name=seats][value='3']")
    await guest.ticks("input[name=middle_kingdom]")
    await guest.page.locator(".chairs select").nth(1).select_option("pebble")
    await guest.page.locator("button.main.big").click()
    await guest.arrives(r"/game/\w+$")
    await guest.sees(".heading", "middle kingdom")
    assert await guest.page.locator(".other").count() == 2
    assert {text.split("\n")[0] for text in await guest.texts(".other .name")} == {"Flint", "Pebble"}


async def test_an_open_table_is_joined_from_the_lobby_and_starts_for_both(arrive: Arrive) -> None:
    owner, other = await arrive(), await arrive()
    await owner.opens("/new")
    await owner.ticks("input[name=company][value=anybody]")
    await owner.ticks("input[name=quiet]")
    await owner.page.locator("button.main.big").click()
    await owner.sees(".invite")
    await other.opens("/lobby")
    listed = f"li.listed-game:has(a[href='/game/{owner.game}'])"  # among those of others
    await other.sees(f"{listed} .game-details", "clocks rest on days off, on holidays and from")
    line = other.page.locator(listed)
    await line.locator("button", has_text="Join").click()
    await other.arrives(f"/game/{owner.game}")
    await other.sees_table()
    await owner.sees_table()


async def test_a_rematch_is_offered_to_the_player_whose_seat_is_reserved(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    opened = TableOpened(DISCOVERY, (None, None), reserved=("ugh", player), rematch_of="before", at=wall_clock())
    seating = (opened, SeatTaken(0, "ugh", "Ugh of the rematch"))
    await store.append("again.seats", 0, [msgspec.msgpack.encode(event) for event in seating])
    for page, name in (("/", "open"), ("/lobby", "open"), ("/games", "own")):
        await guest.opens(page)
        await guest.sees(f"[aria-labelledby=list-{name}] li:has-text('Ugh of the rematch') button.main", "Join")
    await guest.page.locator("li:has-text('Ugh of the rematch') button.main").click()
    await guest.arrives("/game/again")
    await guest.sees_table()


async def test_my_games_show_games_waiting_for_me_and_link_to_them(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "minewaits", until(TRIBE, turn_of(0, "place")), player)
    await stage(store, "mineover", finished(DISCOVERY), player)
    await guest.opens("/games")
    await guest.sees("[aria-labelledby=list-over]")
    await guest.page.locator("[aria-labelledby=list-waiting] a.main").click()
    await guest.arrives("/game/minewaits")
    await guest.sees(".action.mine")


async def test_a_game_that_ends_while_my_games_are_read_is_listed_once(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    whole = finished(DISCOVERY)
    played = cut(whole, len(whole.commands) - 1)
    await stage(store, "ends", played, player)

    async def end(route: Route) -> None:
        last = [encode(event, 0) for event in whole.events[played.end.version :]]
        await store.append("ends", played.end.version, last, "the last command")
        while not (await (await route.fetch(max_retries=RETRIES)).json())["total"]:
            await asyncio.sleep(0.05)
        await route.continue_()

    await guest.page.route("**/api/stream*", lambda _: None)  # it stays silent
    await guest.page.route("**/api/me/games?status=over", end)
    await guest.opens("/games")
    await guest.sees("[aria-labelledby=list-over] a.game-name")
    assert await guest.page.locator("main a.game-name").count() == 1


async def test_the_example_of_a_record_can_be_stepped_through(guest: Person) -> None:
    await guest.opens("/record")
    await guest.page.locator("button", has_text="Show an example").click()
    await guest.page.locator("form.record button.main").click()
    await guest.arrives(r"/game/\w+/1$")
    await guest.is_at(1)
    await guest.presses("End")
    await guest.reaches(4)


async def test_a_guest_makes_an_account_and_keeps_the_games(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "keeps", until(TRIBE, turn_of(0, "place")), player)
    await guest.opens("/sign-in")
    await guest.page.locator("#up-name").fill("Oona of the Lake")
    await guest.page.locator("#up-password").fill("mammoth mammoth")
    await guest.page.locator("form:has(#up-name) button.main").click()
    await guest.arrives("/games")
    await guest.sees("main a.game-name")
    await guest.page.locator(".corner summary").click()
    await guest.page.locator(".corner button", has_text="Sign out").click()
    await guest.sees(".corner", "Sign in")
