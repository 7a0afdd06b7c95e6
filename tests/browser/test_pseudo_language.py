"""Every text of the pages comes from the languages' files, has room to grow, and is not glued to another."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.support.browser_person import PHONE, Arrive
from tests.support.browser_views import settle, show
from tests.support.pseudo_language import pseudo, speak_pseudo
from tests.support.servers import patient_store
from tests.support.stack import Stack, stack

VIEWS = (
    *("front", "lobby", "new game", "my games", "sign in", "record", "rules", "puzzles", "settings", "notices"),
    *("leaders", "tournaments", "table, place", "table, recruit"),
)

# What people and the service say: names, sentences of the chronicle, codes, names of languages and of the games.
_FAULTS = r"""() => {
  const others = "script, textarea, code, pre, option, .language, .chronicle, .meanwhile, .bell, .brand, .unseen";
  const parts = (part, form) => [...Array(12).keys()].map((month) =>
    new Intl.DateTimeFormat("en-GB", { [part]: form }).format(new Date(2026, part === "month" ? month : 0, month + 1)));
  const dates = ["long", "short"].flatMap((form) => ["month", "weekday"].flatMap((part) => parts(part, form)));
  const named = ["Firstfire", "Kingdomino", "Origins", "Language", "Ugh", "Nag", "Oona", "Wolfgangs", "Insults", "and"];
  const names = new RegExp([...named, ...dates].join("|"), "g");
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement: parent } = texts.currentNode;
    if (!parent.checkVisibility() || parent.closest(others)) continue;
    let outside = data.replace(names, "");
    while (/\[[^[\]]*\]/.test(outside)) outside = outside.replace(/\[[^[\]]*\]/g, "");
    if (/\p{L}{3}/u.test(outside)) faults.push(`not translated: ${data.trim()}`);
    if (/\]\[/.test(data)) faults.push(`glued together: ${data.trim()}`);
    const { overflowX, textOverflow } = getComputedStyle(parent);
    const isCut = overflowX === "hidden" && textOverflow !== "ellipsis" && parent.scrollWidth > parent.clientWidth + 1;
    if (isCut) faults.push(`cut off: ${data.trim()}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].filter((it) => it.getBoundingClientRect().right > innerWidth);
    faults.push(`scrolls sideways: ${wide.map((it) => it.outerHTML.slice(0, 90)).slice(0, 4).join(" | ")}`);
  }
  return [...new Set(faults)];
}"""


async def test_a_text_keeps_its_gaps() -> None:
    assert pseudo("{name} wins a game") == "[{name} wîñs å gåmé]"
    assert pseudo("Settings") == "[Séttîñgs~~]"


@pytest_asyncio.fixture(loop_scope="session")
async def own_service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stack]:
    """One in whose lists nobody else has written anything."""
    async with stack(tmp_path_factory.mktemp("pseudo")) as it:
        yield it


async def test_nothing_is_untranslated_cut_off_or_glued_together(arrive: Arrive, own_service: Stack) -> None:
    reader, store = await arrive(size=PHONE, at=own_service.url), patient_store(own_service.server.url)
    await settle(reader, store, "pseudo")
    await store.aclose()
    await speak_pseudo(reader.page)
    faults: dict[str, list[str]] = {}
    for view in VIEWS:
        await show(reader, "pseudo", view)
        await reader.page.wait_for_function("() => document.querySelector('main').innerText.includes('~')")
        faults[view] = await reader.page.evaluate(_FAULTS)
    assert not any(faults.values()), "\n".join(f"{view}: {fault}" for view in VIEWS for fault in faults[view])
