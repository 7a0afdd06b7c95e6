"""Opening a game first plays what happened since one's own last move."""

from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import KINGDOMINO, stage, turn_of, until

OUTPUT = "document.querySelector('.controls output')?.textContent"


async def away(person: Person, store: EventStore) -> int:
    """The person returns to a new game in which the others have moved; gives the number of its last event."""
    game = uuid4().hex
    played = until(KINGDOMINO, turn_of(0, "place", 40))
    player = await person.is_guest("Oona")
    await stage(store, game, played, player)
    await person.page.goto(f"{person.url}/game/{game}", wait_until="commit")  # before the film begins
    return played.end.version


async def test_moves_since_the_last_turn_are_played_up_to_the_newest(arrive: Arrive, store: EventStore) -> None:
    guest = await arrive(calm=False)
    last = await away(guest, store)
    shown = f"document.querySelector('.banner')?.textContent.includes('Since your last turn') && {OUTPUT}"
    first: str = await guest.until(f"() => {shown}")  # in one step: on a busy machine the film may be over soon
    assert int(first.split("/")[0]) < last
    await guest.until(f"() => {OUTPUT} === '{last} / {last}'")
    await guest.misses(".banner")
    await guest.sees(".action.mine")
    await guest.sees(".other .edge.fresh")
    [fetched] = [parse_qs(urlsplit(answer.url).query) for answer in guest.api("/frames?")]
    assert int(fetched["start"][0]) > 1, "only what is shown, not the game from its beginning"


async def test_the_film_can_be_skipped(arrive: Arrive, store: EventStore) -> None:
    guest = await arrive(calm=False)
    last = await away(guest, store)
    skip = "document.querySelector('.banner button')"
    await guest.until(f"() => {skip} && ({skip}.click(), true)")  # in one step: the film may be over soon
    await guest.until(f"() => {OUTPUT} === '{last} / {last}'")
    await guest.sees(".action.mine")


async def test_with_reduced_motion_the_newest_table_is_shown_at_once_with_new_dominoes_outlined(
    arrive: Arrive, store: EventStore
) -> None:
    guest = await arrive(calm=True)
    last = await away(guest, store)
    await guest.page.wait_for_selector(".table")
    assert await guest.page.evaluate(OUTPUT) == f"{last} / {last}"
    assert not await guest.texts(".banner")
    await guest.sees(".other .edge.fresh")
