"""The six sounds: short, audible, not too loud, and silent until somebody wants them."""

import pytest_asyncio

from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person, Run
from tests.support.staged_tables import DISCOVERY, finished, stage

_RENDER = """
async ({ NAMES, sound }) => Promise.all(NAMES.map(async (name) => {
  const context = new OfflineAudioContext(1, 44100, 44100);
  sound(context, name, 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const loudness = samples.map(Math.abs);
  return { name, peak: Math.max(...loudness), lasts: loudness.findLastIndex((sample) => sample > 0.001) / 44100 };
}))
"""
_COUNT = """
window.speakers = 0;
window.AudioContext = class extends AudioContext {
  constructor(...given) { super(...given); window.speakers += 1; window.speaker = this; }
};
window.started = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...given) {
  window.started += 1;
  return start.apply(this, given);
};
"""

_READY = f"""async () => {{
  await import("/assets/{VERSION}/joined/core/sounds.js"); // whoever asks for the same afterwards waits for the same
  return window.speaker.state === "running";
}}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def game(store: EventStore) -> None:
    await stage(store, "sounding", finished(DISCOVERY), "ugh")


async def test_each_of_the_six_is_heard_and_short_and_not_clipped(run: Run) -> None:
    sounds = await run("core/sounds.js", _RENDER)
    assert [sound["name"] for sound in sounds] == ["pick", "turn", "lay", "fire", "totem", "yours"]
    for sound in sounds:
        assert 0.1 < sound["peak"] < 0.95, sound
        assert 0.03 < sound["lasts"] < 0.6, sound


async def listens(arrive: Arrive) -> Person:
    person = await arrive()
    await person.page.add_init_script(_COUNT)
    return person


async def count(person: Person, name: str) -> int:
    number: int = await person.page.evaluate("(name) => window[name]", name)
    return number


async def test_there_is_no_sound_until_it_is_wanted_and_the_choice_is_remembered(arrive: Arrive) -> None:
    person = await listens(arrive)
    await person.opens_game("sounding", 30)
    await person.presses("ArrowRight")
    assert await person.is_at(31)
    assert await count(person, "speakers") == 0
    await person.opens("/settings")
    await person.ticks("input[name=sound]")
    assert await count(person, "speakers") == 1
    await person.opens_game("sounding", 30)
    assert await count(person, "speakers") == 0, "before the first press nothing may sound"
    await person.presses("ArrowRight")
    assert await person.is_at(31)
    await person.until(_READY)  # what was drawn before is not heard
    for step in range(32, 50):
        await person.presses("ArrowRight")
        assert await person.is_at(step)
    assert (await count(person, "speakers"), await count(person, "started") > 0) == (1, True)
    await person.opens("/settings")
    assert await person.page.locator("input[name=sound]").is_checked()
    assert not await person.page.locator("input[name=sound_turn]").is_checked()


async def test_a_hidden_tab_only_says_that_it_is_your_turn(arrive: Arrive) -> None:
    person = await listens(arrive)
    await person.opens("/settings")
    for name in ("sound", "sound_turn"):
        before = await count(person, "started")
        await person.ticks(f"input[name={name}]")
        await person.until("(before) => window.started > before", before)  # it is heard a moment later
    await person.page.evaluate(
        """() => {
            Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
            window.started = 0;
        }"""
    )

    async def switches_on(name: str) -> None:
        """Off first, which is silent; then the sound is played, if it may be."""
        await person.ticks(f"input[name={name}]", on=False)
        await person.ticks(f"input[name={name}]")

    await switches_on("sound_turn")
    once = await person.until("() => window.started")
    await switches_on("sound")
    await switches_on("sound_turn")
    assert await person.until("(once) => window.started > once && window.started", once) == 2 * once


async def test_the_menu_of_a_table_switches_sounds(arrive: Arrive) -> None:
    person = await listens(arrive)
    await person.opens_game("sounding")
    for name, pressed in (("mute", "true"), ("sound", "false")):
        await person.page.locator(".heading details.menu summary").click()
        switch = person.page.locator(f".heading details.menu button:has(use[href='#icon-{name}'])").first
        await switch.click()
        await person.until(
            "(pressed) => document.querySelector('.menu [aria-pressed]').getAttribute('aria-pressed') === pressed",
            pressed,
        )
    assert await count(person, "speakers") == 1
