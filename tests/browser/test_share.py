"""Passing a game on: the menu with link, picture, film and frame; and the pages in frames of other sites."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from projections.words import LANGUAGES
from service.store.event_store import EventStore
from tests.browser.test_weight import weighed
from tests.support.browser_person import Arrive, Person
from tests.support.staged_tables import DISCOVERY, INVITE, TOTEM, TRIBE, finished, stage, turn_of, until
from tests.support.variants import only


async def opens_sharing(person: Person) -> None:
    await person.page.locator(".heading details.menu summary").click()
    await person.page.locator(".heading details.menu button:has(use[href='#icon-share'])").click()
    await person.sees("dialog[open] .pass-on")


async def test_a_finished_game_is_shared_by_link_picture_film_record_and_frame(
    guest: Person, store: EventStore
) -> None:
    await stage(store, "passedon", finished(TRIBE), "ugh")
    await guest.opens_game("passedon", 60)
    await opens_sharing(guest)
    fields = guest.page.locator(".pass-on input")
    assert await fields.first.input_value() == f"{guest.url}/game/passedon/60"
    assert f'src="{guest.url}/embed/games/passedon/60"' in await fields.last.input_value()
    await guest.until("() => document.querySelector('.pass-on img')?.naturalWidth === 1200")
    await guest.page.context.grant_permissions(["clipboard-write"])
    await guest.page.locator(".pass-on .invite button").first.click()
    await guest.sees("dialog[open] [role=status] .notice")  # what is around an open dialog is not read out
    kinds = {"passedon-60.png": b"\x89PNG", "passedon.webp": b"RIFF", "passedon.txt": b"firstfire"}
    for name, begin in kinds.items():
        async with guest.page.expect_download() as coming:
            await guest.page.locator(f".pass-on a[download='{name}']").click()
        assert (await (await coming.value).path()).read_bytes().startswith(begin)


async def test_a_private_game_is_shared_with_its_secret_and_in_no_frame(guest: Person, store: EventStore) -> None:
    player = await guest.is_guest("Oona")
    await stage(store, "passedprivate", until(TRIBE, turn_of(0, "place", 30)), player, private=True)
    await guest.opens_game("passedprivate")
    await opens_sharing(guest)
    link = await guest.page.locator(".pass-on input").input_value()
    assert re.search(rf"/game/passedprivate/\d+\?invite={INVITE}$", link)
    await guest.until("() => document.querySelector('.pass-on img')?.naturalWidth === 1200")
    assert not await guest.page.locator(".pass-on a[download$='.webp']").count()


@pytest.mark.parametrize("language", only(["it"], LANGUAGES))
async def test_a_replay_is_stepped_through_in_a_frame_of_another_site(
    arrive: Arrive, store: EventStore, language: str
) -> None:
    person = await arrive(language=language)
    await stage(store, f"framed{language}", finished(TOTEM), "ugh")
    with site(f'<iframe src="{person.url}/embed/games/framed{language}/30" width="720" height="520"></iframe>') as url:
        person.expects(f"asked {url}")
        await person.page.goto(url)
        frame = person.page.frame_locator("iframe")
        await frame.locator(".lands.of-3 .territory").first.wait_for()
        assert (await frame.locator("output").inner_text()).startswith("30 /")
        before = await frame.locator(".told").inner_text()
        await frame.locator(".controls button").nth(2).click()
        await frame.locator("output", has_text=re.compile(r"^3[1-9] /")).wait_for()
        assert await frame.locator(".told").inner_text() != before
        link = frame.locator(".home a")
        assert re.fullmatch(rf"/game/framed{language}/3\d", await link.get_attribute("href") or "")
        assert await link.get_attribute("target") == "_blank"


@pytest.mark.long
async def test_autoplay_in_a_frame_reaches_the_end(guest: Person, store: EventStore) -> None:
    await stage(store, "framedplay", finished(DISCOVERY), await guest.is_guest("Ugh"))
    last = len(finished(DISCOVERY).events)
    await guest.page.goto(f"{guest.url}/embed/games/framedplay/{last - 2}")
    await guest.page.locator(".controls button").nth(1).click()
    await guest.sees("output", f"{last} / {last}")
    await guest.sees(".nameplate.seat-0 .kind", "guest")


async def test_todays_puzzle_is_shown_in_a_frame_and_solved_on_our_site(guest: Person) -> None:
    await guest.page.goto(f"{guest.url}/embed/puzzles/daily")
    await guest.sees(".tiles li")
    address = await guest.page.locator(".home a").get_attribute("href")
    assert address
    assert re.fullmatch(r"/puzzles/\w+", address)


async def test_no_other_page_is_shown_in_a_frame(guest: Person) -> None:
    with site(f'<iframe src="{guest.url}/lobby"></iframe>') as url:
        guest.expects("frame-ancestors", f"asked {url}", "asked chrome-error")
        await guest.page.goto(url)
        await guest.page.wait_for_load_state("networkidle")
        assert not await guest.page.frame_locator("iframe").locator("main").count()


async def test_a_private_game_is_not_shown_to_strangers_in_a_frame(guest: Person, store: EventStore) -> None:
    guest.expects("404")
    await stage(store, "framedprivate", finished(DISCOVERY), "ugh", private=True)
    await guest.page.goto(f"{guest.url}/embed/games/framedprivate")
    await guest.sees("[role=alert]")


async def test_a_frame_of_the_size_we_offer_needs_no_scrollbar(guest: Person, store: EventStore) -> None:
    await stage(store, "framedwhole", finished(TRIBE), "ugh")
    await guest.page.set_viewport_size({"width": 720, "height": 520})
    for address, shows in (("games/framedwhole/40", ".lands"), ("puzzles/daily", ".tiles li")):
        await guest.page.goto(f"{guest.url}/embed/{address}")
        await guest.sees(shows)
        sizes = await guest.page.evaluate(
            "() => { const it = document.documentElement; return [it.scrollWidth - 720, it.scrollHeight - 520]; }"
        )
        assert max(sizes) <= 0, address


async def test_a_frame_is_light(guest: Person, store: EventStore) -> None:
    await stage(store, "framedlight", finished(TRIBE), "ugh")
    assert await weighed(guest, "/embed/games/framedlight", ".lands") < 150_000


@contextmanager
def site(body: str) -> Iterator[str]:
    """Another site: one page on another port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><link rel=icon href=data:,>{body}".encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
