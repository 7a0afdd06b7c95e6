"""What is drawn stays where it is while a page fills: nobody presses the wrong button because something came late."""

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, WIDE, Arrive
from tests.support.staged_tables import TRIBE, finished, stage, turn_of, until

LARGEST = 0.02
WATCH = """
window.shifted = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (!hadRecentInput) window.shifted.push([value, sources.map((source) => (source.node?.tagName + "." + source.node?.className + "<" + source.node?.parentElement?.className) ?? "gone")]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""


async def test_hardly_anything_moves_while_a_page_is_loading(arrive: Arrive, store: EventStore) -> None:
    person = await arrive()
    player = await person.is_guest("Oona")
    await stage(store, "shifttable", until(TRIBE, turn_of(0, "place", 100)), player)
    await stage(store, "shiftreplay", finished(TRIBE), player)
    pages = {
        "/": ".points",
        "/puzzles": ".calendar",
        "/game/shifttable": ".board .spot",
        "/game/shiftreplay/40": ".table",
    }
    await person.page.add_init_script(WATCH)
    for width, height in (WIDE, PHONE):
        await person.page.set_viewport_size({"width": width, "height": height})
        for path, drawn in pages.items():
            await person.opens(path)
            await person.sees(drawn)
            await person.page.wait_for_load_state("networkidle" if "game" not in path else "load")
            await person.page.evaluate("() => document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
            shifted = await person.page.evaluate("window.shifted")
            assert sum(value for value, _ in shifted) <= LARGEST, (path, width, shifted)
