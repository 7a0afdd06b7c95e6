"""Every text of the pages comes from the languages' files, has room to grow, and is not glued to another."""

import pytest

from service.store.event_store import EventStore
from tests.support.browser_person import PHONE, Arrive
from tests.support.browser_views import settle, show
from tests.support.pseudo_language import pseudo, speak_pseudo

VIEWS = (
    *("front", "lobby", "new game", "my games", "sign in", "record", "rules", "puzzles", "settings", "notices"),
    *("leaders", "tournaments", "table, place", "table, recruit"),
)

# What people and the service say: names, sentences of the chronicle, codes, names of languages and of the games.
_FAULTS = r"""() => {
  const others = ".language, .chronicle, textarea, code, pre, option, .name, .sitter, .nameplate, .brand, [data-text]";
  const names = /Firstfire|Kingdomino|Origins|Bruno Cathala|Guest|Oona|Discord|Slack|Pebble|Flint|Mammoth|Volcano/g;
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest(`script, style, ${others}`)) continue;
    const outside = data.replace(/\[[^\[\]]*\]/g, "").replace(/\[[^\[\]]*\]/g, "").replace(names, "");
    if (/\p{L}{3}/u.test(outside)) faults.push(`not translated: ${data.trim()}`);
    if (/\]\[/.test(data)) faults.push(`glued together: ${data.trim()}`);
    const { overflowX, textOverflow } = getComputedStyle(parentElement);
    const isCut = parentElement.scrollWidth > parentElement.clientWidth + 1 && overflowX === "hidden";
    if (isCut && textOverflow !== "ellipsis" && !parentElement.closest(".unseen")) faults.push(`cut off: ${data.trim()}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("scrolls sideways");
  return [...new Set(faults)];
}"""


async def test_a_text_keeps_its_gaps() -> None:
    assert pseudo("{name} wins a game") == "[{name} wîñs å gåmé~~~]"


async def test_nothing_is_untranslated_cut_off_or_glued_together(arrive: Arrive, store: EventStore) -> None:
    reader = await arrive(size=PHONE)
    await settle(reader, store, "pseudo")
    await speak_pseudo(reader.page)
    faults: dict[str, list[str]] = {}
    for view in VIEWS:
        await show(reader, "pseudo", view)
        await reader.page.wait_for_function("() => document.querySelector('main').innerText.includes('~]')")
        faults[view] = await reader.page.evaluate(_FAULTS)
    assert {view: found for view, found in faults.items() if found} == {}
