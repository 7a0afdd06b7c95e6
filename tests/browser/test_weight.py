"""What a first view costs on the wire, and with which headers it comes."""

import pytest

from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import TRIBE, finished, stage, turn_of, until

LARGEST = 120 * 1024


async def weighed(person: Person, path: str, shows: str) -> int:
    """Bytes that came for a view, headers included, until it is drawn and quiet."""
    sizes: list[int] = []
    session = await person.context.new_cdp_session(person.page)
    await session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    await person.opens(path)
    await person.sees(shows)
    await person.page.wait_for_timeout(500)
    await session.detach()
    return sum(sizes)


@pytest.mark.parametrize("view", ["front", "game", "finished game", "puzzle"])
async def test_a_first_view_is_light_on_the_wire(arrive: Arrive, store: EventStore, view: str) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    if "game" in view:
        game = finished(TRIBE) if view == "finished game" else until(TRIBE, turn_of(0, "place", 100))
        await stage(store, f"weighed{view.partition(' ')[0]}", game, player)
    path = {"front": "/", "puzzle": "/puzzles/daily"}.get(view, f"/game/weighed{view.partition(' ')[0]}")
    size = await weighed(person, path, "main :is(.quick, .table)")
    print(f"{view}: {size:,} bytes")
    assert size < LARGEST


async def test_assets_are_compressed_and_immutable_under_their_version(guest: Person) -> None:
    await guest.opens("/")
    await guest.sees(".quick")
    assets = guest.api("/assets/")
    assert len(assets) > 20
    for response in assets:
        headers = await response.all_headers()
        assert "immutable" in headers["cache-control"], response.url
        is_packed = response.url.endswith(".woff2")
        assert headers.get("content-encoding") == (None if is_packed else "br"), response.url


async def test_a_second_page_loads_none_of_it_again(guest: Person) -> None:
    await guest.opens("/")
    await guest.sees(".quick")
    assert await weighed(guest, "/lobby", "main h1") < 20_000


async def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(guest: Person) -> None:
    answer = await guest.page.goto(guest.url)
    assert answer
    policy = await answer.header_value("content-security-policy")
    assert policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not await guest.page.locator("script:not([src])").count()
    guest.expects("forbids", "Content Security Policy", "Executing inline script")
    await guest.page.evaluate(
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))"
    )
    assert await guest.page.evaluate("window.ran ?? null") is None
