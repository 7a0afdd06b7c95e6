"""A guest plays whole games against a bot: by clicks, by keys, and a few turns with a finger.

Each step of Origins is taken by clicks in other files, so its games by clicks are left to `make soak`, and so is a
whole game by keys."""

from collections import Counter
from urllib.parse import urlsplit

import pytest

from service.http.limits.costs import cost
from service.runtime.settings import Settings
from service.store.event_store import EventStore
from tests.support.browser_keyboard import Typist
from tests.support.browser_person import PHONE, Arrive, Person
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.browser_puzzles import read
from tests.support.staged_tables import TRIBE, can_recruit, stage, until
from tests.support.variants import only

FEW_ACTS = 12  # two rounds
CAVEMAN = ".board .square use[href^='#caveman-']"


@pytest.mark.parametrize("kind", only(["kingdomino"], ["discovery", "totem", "tribe", "kingdomino"]))
async def test_a_guest_plays_a_whole_game_against_a_bot_by_clicks_alone(guest: Person, kind: str) -> None:
    await guest.opens("/")
    await guest.page.locator(".quick select").first.select_option(kind)
    await guest.page.locator(".quick button").click()
    await guest.arrives(r"/game/\w+$")
    await Player(guest).play()
    await guest.sees(".action", "won")
    reads = Counter(urlsplit(answer.url).path for answer in guest.api("/api/games/") if answer.request.method == "GET")
    for path in ("", "/steps", "/frames", "/moves"):  # once to show it, once to keep it for times without a network
        assert reads[f"/api/games/{guest.game}{path}"] <= 2, "what is new comes with moves and the stream"
    table = await read(guest, f"/api/games/{guest.game}")
    own = table["seats"][table["viewer"]]["territory"]["squares"]  # how many there are depends on the deal
    await guest.until("(count) => document.querySelectorAll('.board .square').length === count", len(own))
    cavemen = sum(square["caveman"] is not None for square in own)
    assert await guest.page.locator(CAVEMAN).count() == cavemen
    assert (cavemen > 0) == (kind == "tribe"), "somebody was recruited"
    assert _cost_of_a_move(guest) < Settings().rate, "nobody who moves every second is ever refused"


def _cost_of_a_move(guest: Person) -> float:
    """What the page has asked for in a whole game, in units of the limit on requests."""
    requests = [(response.request.method, urlsplit(response.url).path) for response in guest.api("/api/")]
    moves = sum(method == "POST" and path.endswith("/moves") for method, path in requests)
    return sum(cost(*request) for request in requests) / moves


@pytest.mark.parametrize("is_whole", only([False], [False, True]), ids=["a few turns", "a whole game"])
async def test_a_game_is_played_with_the_keyboard_alone(guest: Person, is_whole: bool) -> None:
    """Few deals bring no volcano: test_earnings.py has the fire that is thrown by keys."""
    await guest.opens("/")
    typist = Typist(guest)
    await typist.tab_to(".quick button")
    await guest.presses("Enter")
    await guest.arrives(r"/game/\w+$")
    offer = await typist.play(None if is_whole else FEW_ACTS)
    assert offer.is_over == is_whole
    assert typist.turned, "dominoes were turned"
    assert typist.taken_back, "a turn was taken back"


async def test_a_caveman_is_recruited_with_the_keyboard_alone(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "typing", until(TRIBE, can_recruit), player)
    await guest.opens_game("typing")
    cavemen = await guest.page.locator(CAVEMAN).count()
    typist = Typist(guest)
    typist.taken_back = 1  # not what this is about
    for _ in range(20):
        await typist.act(await typist.look())
        if await guest.page.locator(CAVEMAN).count() > cavemen:
            return
    raise AssertionError("nobody was recruited")


async def test_one_tap_begins_a_game_whose_places_are_previewed_by_a_tap_and_taken_by_a_second(arrive: Arrive) -> None:
    guest = await arrive(size=PHONE, touch=True)
    await guest.opens("/")
    await guest.page.locator("main .main").first.tap()
    player = Finger(guest)
    for _ in range(3):
        offer = await player.play_until("Place")
        point = await player.point(OPEN_SPOTS, 0)
        assert point
        await guest.page.touchscreen.tap(*point)
        await guest.sees(".board .ghost")
        assert await guest.page.locator(".controls output").text_content() == offer.step, "nothing is played yet"
        await guest.page.touchscreen.tap(*point)
        await guest.misses(".board .ghost")
        await guest.until("(step) => document.querySelector('.controls output').textContent !== step", offer.step)


class Finger(Player):
    async def choose(self, name: str, index: int) -> None:
        """Taps until it is done: a place on the board needs two."""
        for _ in range(2 if name == OPEN_SPOTS else 1):
            if point := await self.point(name, index):
                await self.person.page.touchscreen.tap(*point)
