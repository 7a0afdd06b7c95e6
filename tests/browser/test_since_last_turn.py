"""Opening a game first plays what happened since one's own last move."""

from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import KINGDOMINO, stage, turn_of, until

OUTPUT = "document.querySelector('.controls output')?.textContent"
# Notes what the film says, and at which step: on a busy machine it may be over before a test looks.
NOTED = f"""
window.film = [];
new MutationObserver(() => {{
  const banner = document.querySelector(".banner");
  if (!banner) return;
  window.film.push([banner.textContent, {OUTPUT}]);
  if (!window.isImpatient) return;
  window.isImpatient = false; // once is enough
  banner.querySelector("button").click();
}}).observe(document, {{ childList: true, subtree: true, characterData: true }});
"""


async def away(person: Person, store: EventStore) -> int:
    """The person returns to a new game in which the others have moved; gives the number of its last event."""
    game = uuid4().hex
    played = until(KINGDOMINO, turn_of(0, "place", 40))
    player = await person.is_guest("Oona")
    await stage(store, game, played, player)
    await person.page.add_init_script(NOTED)
    await person.page.goto(f"{person.url}/game/{game}")
    return played.end.version


async def test_moves_since_the_last_turn_are_played_up_to_the_newest(arrive: Arrive, store: EventStore) -> None:
    guest = await arrive(calm=False)
    last = await away(guest, store)
    await guest.sees(".action.mine")
    await guest.reads(".controls output", f"{last} / {last}")
    await guest.misses(".banner")
    shown = [int(step.split("/")[0]) for text, step in await guest.page.evaluate("film") if "Since your last" in text]
    assert shown[0] < last
    assert shown == sorted(shown)
    await guest.sees(".other .edge.fresh")
    brought: list[str] = await guest.page.evaluate(
        "Object.keys(JSON.parse(document.getElementById('ahead').textContent))"
    )
    frames = [
        address for address in [*brought, *(answer.url for answer in guest.api("/frames?"))] if "/frames?" in address
    ]
    [fetched] = [parse_qs(urlsplit(address).query) for address in frames]
    assert int(fetched["start"][0]) > 1, "only what is shown, not the game from its beginning"


async def test_the_film_can_be_skipped(arrive: Arrive, store: EventStore) -> None:
    guest = await arrive(calm=False)
    await guest.page.add_init_script("window.isImpatient = true;")
    last = await away(guest, store)
    await guest.sees(".action.mine")
    await guest.reads(".controls output", f"{last} / {last}")
    assert await guest.page.evaluate("film.length && !isImpatient"), "it was there, and it was skipped"


async def test_with_reduced_motion_the_newest_table_is_shown_at_once_with_new_dominoes_outlined(
    arrive: Arrive, store: EventStore
) -> None:
    guest = await arrive(calm=True)
    last = await away(guest, store)
    await guest.sees_table()
    assert await guest.page.evaluate(OUTPUT) == f"{last} / {last}"
    assert await guest.page.evaluate("film") == []
    await guest.sees(".other .edge.fresh")
