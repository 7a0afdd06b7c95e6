"""What a first view costs on the wire, and with which headers it comes."""

from collections import Counter
from itertools import count

import pytest
from playwright.async_api import Route

from service.pages.assets import ASSETS, JOINED, VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import RETRIES, Arrive, Person
from tests.support.staged_tables import TRIBE, finished, stage, turn_of, until
from tests.support.variants import only

LARGEST = 100 * 1024
FACES = "async () => (await document.fonts.ready).status === 'loaded'"


async def loaded(person: Person, path: str, shows: str) -> Counter[str]:
    """What came for a view until it is drawn and quiet: addresses, and their bytes with headers; 0 from the cache."""
    addresses: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session = await person.context.new_cdp_session(person.page)
    await session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
    )
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}),
    )
    await person.opens(path)
    await person.sees(shows)
    await person.page.wait_for_timeout(500)
    await session.detach()
    total = Counter[str]()
    for request, size in sizes.items():
        total[addresses.get(request, request)] += size
    return total


async def weighed(person: Person, path: str, shows: str) -> int:
    return (await loaded(person, path, shows)).total()


@pytest.mark.parametrize("view", only(["front", "game"], ["front", "game", "finished game", "puzzle"]))
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


async def keeps_our_files(person: Person) -> None:
    """After the first view, when the page is touched."""
    for x in count():
        await person.page.mouse.move(x % 100, 5)
        if await person.page.evaluate(f"document.cookie.includes('kept={VERSION}')"):
            return


async def test_assets_are_compressed_and_immutable_under_their_version(guest: Person) -> None:
    await guest.opens("/")
    await keeps_our_files(guest)
    assets = guest.api("/assets/")
    assert len(assets) > 8
    for response in assets:
        headers = await response.all_headers()
        assert "immutable" in headers["cache-control"], response.url
        is_packed = response.url.endswith(".woff2")
        assert headers.get("content-encoding") == (None if is_packed else "br"), response.url


_EXPORTS = """async ([assets, entries, paths]) => {
  const shape = (module) => Object.entries(module).map(([name, it]) => [name, typeof it, it?.length]).sort().join(" ");
  const { $modules } = await import(`${assets}/joined/main.js`);
  const before = { ...$modules };
  for (const entry of entries) await import(`${assets}/joined/${entry}`);
  const differing = paths.filter((path) => before[path] && before[path] !== $modules[path]);
  for (const path of paths) {
    if (shape(await import(`${assets}/${path}`)) !== shape($modules[path])) differing.push(path);
  }
  return differing;
}"""


async def test_joined_modules_export_what_they_do_alone_and_run_once(guest: Person) -> None:
    await guest.opens("/")
    await guest.sees(".quick")
    entries = [path.removeprefix(JOINED) for path in ASSETS if path.startswith(JOINED)]
    alone = [
        path for path in ASSETS if path.endswith(".js") and not path.startswith((JOINED, "embed", "main.js", "sw.js"))
    ]
    assert len(alone) > 200
    assert await guest.page.evaluate(_EXPORTS, [f"/assets/{VERSION}", entries, alone]) == []


async def test_a_table_asks_for_nothing_that_its_shell_brought(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    await stage(store, "ahead", until(TRIBE, turn_of(0, "place", 100)), await person.is_guest("Oona"))
    await person.page.evaluate("fetch('/api/games/ahead/steps?after=0&language=en').then((answer) => answer.text())")
    requested: set[str] = set()
    for _ in range(9):  # a shell waits for its answers only so long: on a busy machine it may bring fewer of them
        person.responses.clear()
        await person.opens_game("ahead")
        await person.sees(".board .spot")
        brought = set(
            await person.page.evaluate("Object.keys(JSON.parse(document.getElementById('ahead').textContent))")
        )
        requested = {
            response.url.removeprefix(person.url) for response in person.api("/api/") if "stream" not in response.url
        }
        assert not requested & brought
        if not requested:
            break
    assert not requested


async def test_a_page_from_before_an_update_goes_on(guest: Person, store: EventStore) -> None:
    """Its files come under the address of then: what it wants next leaves nothing out, and runs nothing twice."""
    await stage(store, "updated", until(TRIBE, turn_of(0, "place", 100)), await guest.is_guest("Oona"))

    async def of_then(route: Route) -> None:
        shell = await route.fetch(max_retries=RETRIES)
        body, headers = (await shell.text()), {**shell.headers, "link": ""}
        await route.fulfill(response=shell, headers=headers, body=body.replace(VERSION, "0123456789ab"))

    await guest.context.add_cookies([{"name": "kept", "value": VERSION, "url": guest.url}])
    await guest.page.route("**/game/updated", of_then)
    await guest.opens_game("updated")
    await guest.sees(".board .spot")
    await guest.presses("?")
    await guest.sees("dialog[open]")
    scripts = [response.url for response in guest.api("/assets/") if response.url.endswith(".js")]
    assert any("/0123456789ab/joined/table/dialogs_view.js" in address for address in scripts)
    assert not [address for address in scripts if VERSION in address]


async def test_a_second_page_loads_none_of_it_again(guest: Person) -> None:
    await guest.opens("/")
    await keeps_our_files(guest)
    assets = {response.url for response in guest.api("/assets/")}
    second = await loaded(guest, "/lobby", "main h1")
    assert len(assets) > 8
    again = assets & second.keys()
    assert again
    assert {address for address in again if second[address]} == set()


async def test_what_the_first_shell_brought_is_kept_and_looks_the_same_from_its_own_files(guest: Person) -> None:
    looks = """() => [...document.querySelectorAll("main *, .top *")].map((element) => {
      const { color, display, fontFamily, width } = getComputedStyle(element);
      return [element.tagName, color, display, fontFamily, width].join();
    })"""
    await guest.opens("/")
    await guest.sees(".quick")
    assert await guest.page.locator("style[data-file], .pieces[data-file], #sentences").count() > 3
    await keeps_our_files(guest)
    await guest.until(FACES)
    first = await guest.page.evaluate(looks)
    guest.responses.clear()
    await guest.opens("/")
    await guest.sees(".quick")
    await guest.until(FACES)
    assert not await guest.page.locator("[data-file], #sentences").count()
    fetched = [response for response in guest.api("/assets/") if "/styles/" in response.url]
    assert fetched
    sizes = [(await response.request.sizes())["responseBodySize"] for response in fetched]
    assert max(sizes) <= 0  # all of them from the browser's cache
    assert await guest.page.evaluate(looks) == first


async def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(guest: Person) -> None:
    answer = await guest.page.goto(guest.url)
    assert answer
    policy = await answer.header_value("content-security-policy")
    assert policy
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not await guest.page.locator("script:not([src], [type='application/json'])").count()
    guest.expects("forbids", "Content Security Policy", "Executing inline script")
    await guest.page.evaluate(
        "document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))"
    )
    assert await guest.page.evaluate("window.ran ?? null") is None
