"""A player who looks at another tab sees that it is their turn; one key leads from game to game."""

from service.store.event_store import EventStore
from tests.support.browser_person import Person
from tests.support.staged_tables import DISCOVERY, TRIBE, stage, turn_of, until

ICON = "() => decodeURIComponent(document.getElementById('favicon').href).includes('>1</text>')"
NOTE_BADGES = "Navigator.prototype.setAppBadge = async (count) => { window.badge = count; }"


async def test_title_and_icon_show_that_it_is_the_players_turn(guest: Person, store: EventStore) -> None:
    await guest.page.add_init_script(NOTE_BADGES)
    await guest.opens("/")
    assert await guest.page.title() == "Firstfire"
    assert not await guest.page.evaluate(ICON)
    player = await guest.is_guest("Oona")
    await stage(store, "signs", until(DISCOVERY, turn_of(0, "place")), player)
    await guest.opens_game("signs")
    await guest.until("() => document.title.includes('Your turn')")
    await guest.until("() => document.title.startsWith('(1)')")
    await guest.until(ICON)
    await guest.until("() => window.badge === 1")


async def test_a_background_tab_without_animation_frames_shows_it_too(guest: Person, store: EventStore) -> None:
    await guest.page.add_init_script("window.requestAnimationFrame = () => 0")
    player = await guest.is_guest("Oona")
    await stage(store, "behind", until(DISCOVERY, turn_of(0, "place")), player)
    await guest.page.goto(f"{guest.url}/game/behind")
    await guest.page.wait_for_function("() => document.title.startsWith('(1)')", polling=50)


async def test_the_n_key_goes_to_the_next_waiting_game(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    for name, rules in (("nextone", DISCOVERY), ("nexttwo", TRIBE)):
        await stage(store, name, until(rules, turn_of(0, "place")), player)
    await guest.opens_game("nextone")
    await guest.until("() => document.title.startsWith('(2)')")
    await guest.presses("n")
    await guest.arrives("/game/nexttwo")
    await guest.sees(".action.mine")
    await guest.presses("n")
    await guest.arrives("/game/nextone")
    await guest.page.goto(f"{guest.url}/lobby")
    await guest.until("() => document.title.startsWith('(2)')")
    await guest.presses("n")
    await guest.arrives("/game/next(one|two)")
