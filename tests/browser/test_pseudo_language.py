"""Every text of the pages comes from the languages' files, has room to grow, and is not glued to another."""

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
  const others = ".language, .chronicle, textarea, code, pre, option, .meanwhile, .bell, .brand";
  const dates = ["long", "short"].flatMap((form) => [...Array(12).keys()].flatMap((month) => {
    const of = (part, day) => new Intl.DateTimeFormat("en-GB", { [part]: form }).format(new Date(2026, month, day));
    return [of("month", 1), of("weekday", month + 1)];
  }));
  dates.push(...[1, 2, 3, 4, 5, 6, 7].map((day) => new Date(2026, 0, day).toLocaleDateString("en-GB", { weekday: "short" })));
  const names = new RegExp(`Firstfire|and|Kingdomino|Origins|Language|Ugh|Nag|Oona|Wolfgangs|Insults|${dates.join("|")}`, "g");
  const faults = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest(`script, style, ${others}`)) continue;
    let outside = data.replace(names, "");
    while (/\[[^[\]]*\]/.test(outside)) outside = outside.replace(/\[[^[\]]*\]/g, "");
    if (/\p{L}{3}/u.test(outside)) faults.push(`not translated: ${data.trim()}`);
    if (/\]\[/.test(data)) faults.push(`glued together: ${data.trim()}`);
    const { overflowX, textOverflow } = getComputedStyle(parentElement);
    const isCut = parentElement.scrollWidth > parentElement.clientWidth + 1 && overflowX === "hidden";
    if (isCut && textOverflow !== "ellipsis" && !parentElement.closest(".unseen")) faults.push(`cut off: ${data.trim()}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
    faults.push(`scrolls sideways: ${wide.map((one) => one.outerHTML.slice(0, 90)).slice(0, 4).join(" | ")}`);
  }
  return [...new Set(faults)];
}"""


async def test_a_text_keeps_its_gaps() -> None:
    assert pseudo("{name} wins a game") == "[{name} wîñs å gåmé]"
    assert pseudo("Settings") == "[Séttîñgs~~]"


async def test_nothing_is_untranslated_cut_off_or_glued_together(arrive: Arrive, store: EventStore) -> None:
    reader = await arrive(size=PHONE)
    await settle(reader, store, "pseudo")
    await speak_pseudo(reader.page)
    faults: dict[str, list[str]] = {}
    for view in VIEWS:
        await show(reader, "pseudo", view)
        await reader.page.wait_for_function("() => document.querySelector('main').innerText.includes('~')")
        faults[view] = await reader.page.evaluate(_FAULTS)
    assert not any(faults.values()), "\n".join(f"{view}: {fault}" for view in VIEWS for fault in faults[view])
