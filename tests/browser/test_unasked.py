"""What the rules do to a player without asking is said in the bar, with the reason and with what to do next."""

import pytest

from domain.events import DominoDiscarded
from domain.rules import Rules
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, WIDE, Arrive
from tests.support.play import Played
from tests.support.staged_tables import cut, finished, stage
from tests.support.variants import only

NEWS = ".action .news"
ORIGINS = Rules("origins", 3, "discovery")
KINGDOMINO = Rules("kingdomino", 3, None)
LYING = (844, 390)


def _discarded(rules: Rules, reason: str) -> Played:
    """Seat 0 has just lost a domino for this reason, and is to choose its next one."""
    for seed in range(60):
        played = finished(rules, seed)
        for number, game in enumerate(played.games):
            last = played.events[game.version - 1] if game.version else None
            is_so = isinstance(last, DominoDiscarded) and (last.seat, last.reason) == (0, reason)
            if is_so and (game.position.seat, game.position.step) == (0, "draft"):
                return cut(played, number)
    raise LookupError("no such game")


@pytest.mark.parametrize("size", only([WIDE, (360, 640)], [WIDE, PHONE, (360, 640), LYING]))
async def test_a_domino_that_fits_nowhere_is_told_with_the_reason(
    arrive: Arrive, store: EventStore, size: tuple[int, int]
) -> None:
    person = await arrive(size=size)
    game = f"unasked{size[0]}"
    await stage(store, game, _discarded(ORIGINS, "no_room"), await person.is_guest("Oona"))
    await person.opens_game(game)
    await person.sees(NEWS, "fits nowhere")
    await person.sees(NEWS, "It would have to touch the hut or its own terrain, within 5 × 5 squares.")
    await person.sees(".action b", "Choose")
    words = await person.page.locator(".action p").evaluate(
        "(words) => [words.scrollHeight <= words.clientHeight + 1, words.getBoundingClientRect().bottom]"
    )
    box = await person.page.locator(".action").bounding_box()
    assert box
    assert words[0], "nothing of it is cut off"
    assert words[1] <= box["y"] + box["height"]
    said = await person.page.locator(NEWS).inner_text()
    await person.page.locator(".lines button").first.click()
    await person.misses(NEWS, said)


async def test_a_domino_that_one_declined_needs_no_reason(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    await stage(store, "unaskeddeclined", _discarded(KINGDOMINO, "declined"), await person.is_guest("Oona"))
    await person.opens_game("unaskeddeclined")
    await person.sees(NEWS, "declines")
    assert "have to touch" not in await person.page.locator(NEWS).inner_text()
