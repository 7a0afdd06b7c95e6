"""Without a network: our pages, our games and the puzzle are still there, and what was done is sent once."""

import json
import re

from playwright.async_api import Route

from puzzles.puzzle import Puzzle
from service.pages.assets import VERSION
from service.puzzles.library import Library
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, RETRIES, Arrive, Person
from tests.support.browser_play import OPEN_SPOTS, Player
from tests.support.browser_puzzles import Solver, some_practice
from tests.support.staged_tables import DISCOVERY, stage, turn_of, until

OFFLINE = r"net::ERR_"
BAR = ".offline"
SQUARES = ".board .square"
MINE = "async () => (await caches.keys()).filter((name) => name.startsWith('mine ')).length"
SHELL = "async () => Boolean(await caches.match('/offline'))"


async def keeps(person: Person, address: str) -> None:
    """Waits until our files and what is answered at this address are kept: after the first view, once it is touched."""
    await person.until(
        """async (address) => {
            dispatchEvent(new PointerEvent("pointermove"));
            return (await caches.match("/offline")) && (await caches.match(address)) && true;
        }""",
        address,
    )


async def placements(person: Person, game: str) -> int:
    """How many dominoes seat 0 has placed, by the log."""
    events = await person.page.evaluate("async (game) => (await fetch(`/api/games/${game}/events`)).json()", game)
    return sum(entry["event"]["type"] == "domino_placed" and not entry["event"]["seat"] for entry in events)


async def test_a_game_is_looked_at_and_moved_in_and_the_move_is_sent_once_from_another_page(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive(worker=True, size=PHONE, touch=True, language="de")
    player = await person.is_guest("Oona")
    await stage(store, "tunnel", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), player)
    await person.opens("/games")
    await keeps(person, "/api/games/tunnel")
    before = await placements(person, "tunnel")

    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.opens("/games")
    await person.sees(BAR, "Keine Verbindung")
    await person.page.locator("main a.move").click()
    await person.sees_table()
    newest = await person.step()
    await person.presses(",", ",")
    await person.until("(step) => parseInt(document.querySelector('.controls output')?.textContent) < step", newest)
    await person.presses("End")
    await person.is_at(newest)
    squares = await person.page.locator(SQUARES).count()
    await Player(person).choose(OPEN_SPOTS, 0)
    await person.counts(SQUARES, squares + 2)
    await person.sees(BAR, "1 Zug wartet")
    await person.opens("/puzzles/daily")
    await person.sees(BAR, "1 Zug wartet")

    await person.context.set_offline(offline=False)
    await person.misses(BAR)
    await person.until("() => localStorage.getItem('move tunnel') === null")
    assert await placements(person, "tunnel") == before + 1


async def test_who_has_moved_elsewhere_is_led_to_the_game_that_asks(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(worker=True)
    player = await person.is_guest("Oona")
    await stage(store, "elsewhere", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), player)
    old = {"key": "k1", "player": player, "seq": 3, "move": {"type": "draft", "domino": 1}}
    person.expects("409")
    await person.page.evaluate("(wish) => localStorage.setItem('move elsewhere', wish)", json.dumps(old))
    await person.opens("/rules")
    await person.page.locator(f"{BAR} a").click()
    await person.sees(".action .due b", "Your move is no longer possible")
    await person.page.locator(".action button", has_text="Drop my move").click()
    await person.misses(BAR)


def is_small(puzzle: Puzzle) -> bool:
    return puzzle.problem.rules.game == "kingdomino" and len(puzzle.answer.line) < 6


async def test_a_puzzle_is_solved_without_a_connection_and_handed_in_once(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(worker=True)
    await person.is_guest("Oona")
    puzzle = await some_practice(store, is_small)
    solver = Solver(person)
    await solver.opens(puzzle.id)
    await keeps(person, f"/api/puzzles/{puzzle.id}")
    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.opens(f"/puzzles/{puzzle.id}")
    await person.sees(".action", "checked when you are back")
    await solver.makes(puzzle.answer.line)
    await person.page.locator(".action button", has_text="Hand it in later").click()
    await person.sees(".action", "Your answer waits")
    await person.sees(BAR, "1 answer to a puzzle waits")
    await person.context.set_offline(offline=False)
    await person.sees(".result")
    await person.sees(".notice", "Your answer has arrived")
    shown = await person.page.evaluate("async (id) => (await fetch(`/api/puzzles/${id}/result`)).json()", puzzle.id)
    assert [attempt["score"] for attempt in shown["attempts"]] == [puzzle.answer.optimum]


PRACTICE = """async () => (await (await caches.match("/api/puzzles/ahead"))?.json())?.map(({ id }) => id)"""


async def test_puzzles_to_practise_are_kept_and_one_of_them_is_solved_and_handed_in_once(
    arrive: Arrive, store: EventStore
) -> None:
    person = await arrive(worker=True, size=PHONE, touch=True)
    await person.is_guest("Oona")
    await person.opens("/puzzles")
    await keeps(person, "/api/puzzles/ahead")
    kept = await person.page.evaluate(PRACTICE)
    assert len(set(kept)) == 10
    library = Library(store, wall_clock, lambda: ())
    puzzles = [entry.puzzle for name in kept if (entry := await library.find(name))]
    plain = [puzzle for puzzle in puzzles if len(puzzle.answer.line) == len(puzzle.problem.dominoes)]
    puzzle = min(plain, key=lambda each: len(each.answer.line))
    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.opens("/puzzles")
    await person.sees("[aria-labelledby=kept-title]", "Puzzles for the way")
    await person.counts(".kept-puzzles a", 10)
    await person.page.locator(f".kept-puzzles a[href^='/puzzles/{puzzle.id}?']").click()
    await person.sees(".action", "checked when you are back")
    await Solver(person).makes(puzzle.answer.line)
    await person.page.locator(".action button", has_text="Hand it in later").click()
    await person.sees(BAR, "1 answer to a puzzle waits")
    await person.page.locator(".action a[href='/puzzles']").click()
    await person.counts(".kept-puzzles a", 9)
    await person.context.set_offline(offline=False)
    await person.sees(".notice", "Your answer has arrived")
    await person.sees(".calendar")
    shown = await person.page.evaluate("async (id) => (await fetch(`/api/puzzles/${id}/result`)).json()", puzzle.id)
    assert [attempt["score"] for attempt in shown["attempts"]] == [puzzle.answer.optimum]
    await person.until(f"async (id) => !(await ({PRACTICE})()).includes(id)", puzzle.id)


async def test_nothing_of_ours_is_kept_after_signing_out(arrive: Arrive) -> None:
    person = await arrive(worker=True)
    await person.has_account(f"Nora {person.number}", "seven wild mammoths")
    await person.opens("/games")
    await keeps(person, "/api/session")
    assert await person.page.evaluate(MINE) == 1
    await person.page.locator(".corner summary").click()
    await person.page.get_by_role("button", name="Sign out", exact=True).click()
    await person.sees("header a[href='/sign-in']")
    await person.until("async () => !(await caches.match('/api/session'))")
    assert await person.page.evaluate(SHELL)


async def test_a_tab_of_an_old_release_gets_the_new_one_with_the_next_page(arrive: Arrive) -> None:
    person = await arrive(worker=True)

    async def of_then(route: Route) -> None:
        shell = await route.fetch(max_retries=RETRIES)
        body, headers = (await shell.text()), {**shell.headers, "link": ""}
        await route.fulfill(response=shell, headers=headers, body=body.replace(VERSION, "0123456789ab"))

    await person.context.add_cookies([{"name": "kept", "value": VERSION, "url": person.url}])
    await person.page.goto(f"{person.url}/health/live")
    await person.page.evaluate(
        """async () => {
            const cache = await caches.open("files /assets/0123456789ab");
            await cache.put("/offline", new Response("<h1>old</h1>", { headers: { "Content-Type": "text/html" } }));
        }"""
    )
    await person.page.route("**/rules", of_then)
    await person.opens("/rules")
    assert "0123456789ab" in str(await person.page.get_attribute("html", "data-assets"))
    await person.until(
        """async () => {
            navigator.serviceWorker.onmessage = ({ data }) => (window.told = data.release);
            dispatchEvent(new PointerEvent("pointermove"));
            return window.told;
        }"""
    )
    await person.page.locator(".top nav a[href='/lobby']").click()
    await person.arrives("/lobby")
    await person.sees("main h1")
    assert VERSION in str(await person.page.get_attribute("html", "data-assets"))
    await person.until(
        """async () => {
            dispatchEvent(new PointerEvent("pointermove"));
            return !(await caches.keys()).includes("files /assets/0123456789ab");
        }"""
    )
    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.opens("/")
    assert VERSION in str(await person.page.get_attribute("html", "data-assets"))


async def test_pages_go_on_where_nothing_may_be_stored(arrive: Arrive) -> None:
    person = await arrive(worker=True)
    await person.page.add_init_script(
        """for (const name of ["caches", "localStorage", "sessionStorage"])
            Object.defineProperty(self, name, {get() { throw new DOMException("forbidden", "SecurityError"); }});
        navigator.serviceWorker.register = async () => { throw new DOMException("forbidden", "SecurityError"); };"""
    )
    await person.opens("/")
    await person.page.locator(".quick button").click()
    player = Player(person)
    await player.look()
    assert player.offer
    await player.act(player.offer)
    await player.look()
    await person.until(
        """() => {
            dispatchEvent(new PointerEvent("pointermove"));
            return performance.getEntriesByType("resource").some(({ name }) => name.includes("/offline/offline.js"));
        }"""
    )
    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.sees(BAR, "keeps nothing for us")


async def test_a_full_device_is_told_of_and_the_page_goes_on(arrive: Arrive) -> None:
    person = await arrive(worker=True)
    await person.page.add_init_script(
        """Cache.prototype.put = async () => { throw new DOMException("full", "QuotaExceededError"); };"""
    )
    await person.opens("/rules")
    await person.until(
        """() => {
            dispatchEvent(new PointerEvent("pointermove"));
            return document.querySelector(".notice.error")?.textContent.includes("no room left");
        }"""
    )
    await person.page.locator(".top nav a[href='/lobby']").click()
    await person.arrives("/lobby")
    await person.sees("main h1", "Lobby")
    await person.page.locator(".notice button").click()
    person.expects(OFFLINE)
    await person.context.set_offline(offline=True)
    await person.sees(BAR, "keeps nothing for us")


async def test_chromium_would_install_it(arrive: Arrive) -> None:
    person = await arrive(worker=True, language="it")
    await person.opens("/rules")
    await keeps(person, "/offline")
    session = await person.context.new_cdp_session(person.page)
    shown = await session.send("Page.getAppManifest")
    assert shown["errors"] == []
    assert re.search(r"/manifest\.webmanifest\?language=it$", shown["url"])
    assert json.loads(shown["data"])["shortcuts"][1]["name"] == "Le mie partite"
    assert (await session.send("Page.getInstallabilityErrors"))["installabilityErrors"] == []


async def test_a_record_that_another_app_shares_comes_to_its_page(arrive: Arrive) -> None:
    person = await arrive(worker=True)
    await person.opens("/rules")
    await keeps(person, "/offline")
    await person.page.evaluate(
        """() => {
            const form = document.createElement("form");
            Object.assign(form, { method: "POST", action: "/record", enctype: "multipart/form-data" });
            form.append(Object.assign(document.createElement("textarea"), { name: "text", value: "firstfire 1\\nü" }));
            document.body.append(form);
            form.submit();
        }"""
    )
    await person.arrives("/record\\?shared")
    await person.until("() => document.querySelector('textarea')?.value === 'firstfire 1\\nü'")
    await person.until("async () => !(await caches.match('/shared'))")
