"""Motion at the table: short, over a page that is finished already, never in the way, and none if it is unwanted."""

from itertools import pairwise

import pytest_asyncio

from projections.frames import frames
from service.pages.assets import VERSION
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.browser_play import Player
from tests.support.staged_tables import DISCOVERY, TOTEM, finished, stage, turn_of, until

GAME = "inmotion"
PLAYED = finished(TOTEM)
_RECORD = """
window.moved = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const picture = this.querySelector?.("use")?.getAttribute("href") ?? "";
  window.moved.push({ what: String(this.className?.baseVal ?? this.className), picture, ...options });
  return animate.call(this, frames, options);
};
"""
_MOVED = "() => window.moved.splice(0)"
_STILL = "() => !document.querySelector('.flying, .rising, [data-counting]')"
_SQUARES = "(count) => document.querySelectorAll(':is(.board, .other) .square').length === count"
_CHUNK = 64  # tables that come at once
# What moves is fetched at the first touch; to ask for it again waits for the same request.
_MOTION = f"""async () => {{
  for (const name of ["effects", "happenings"]) await import(`/assets/{VERSION}/joined/effects/${{name}}.js`);
}}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session", autouse=True)
async def game(store: EventStore) -> None:
    await stage(store, GAME, PLAYED, "ugh")


def event(name: str) -> int:
    """The step of an event of this kind, late enough that there is something to see."""
    return next(seq for seq, entry in enumerate(PLAYED.events, 1) if type(entry).__name__ == name and seq > 30)


def won_points() -> tuple[int, int, int]:
    """A step by which a seat gains points: the step, the seat, and what it has then."""
    for before, after in pairwise(frames(PLAYED.events)):
        for seat, (old, new) in enumerate(zip(before.scores, after.scores, strict=True)):
            if new.total > old.total and after.seq > 30:
                return after.seq, seat, new.total
    raise LookupError("nobody wins anything")


async def watches(arrive: Arrive, *, calm: bool) -> Person:
    person = await arrive(calm=calm)
    await person.page.add_init_script(_RECORD)
    await person.opens_game(GAME, 40)
    await person.page.mouse.move(400, 300)
    await person.page.evaluate(_MOTION)
    for seq in [*range(_CHUNK, len(PLAYED.events), _CHUNK), len(PLAYED.events)]:  # brings all tables
        await goes_to(person, seq)
        lands = frames(PLAYED.events)[seq - 1].game.position.territories
        await person.until(_SQUARES, sum(len(land.squares) for land in lands))
    await goes_to(person, 40)
    return person


async def goes_to(person: Person, seq: int) -> None:
    await person.page.locator(f".chronicle li:nth-child({seq}) button").click()
    assert await person.is_at(seq)


async def steps_to(person: Person, seq: int) -> list[str]:
    """Shows the step before this one, then this one; gives what moves, and asserts that it moves shortly."""
    await goes_to(person, seq - 1)
    await person.page.evaluate(_MOVED)
    await person.presses("ArrowRight")
    assert await person.is_at(seq)
    moved = await person.page.evaluate(_MOVED)
    assert all(180 <= entry["duration"] <= 350 for entry in moved)
    return [f"{entry['what']} {entry['picture']}" for entry in moved]


async def test_every_kind_of_step_moves_for_a_third_of_a_second(arrive: Arrive) -> None:
    person = await watches(arrive, calm=False)
    signs = {
        "DominoPlaced": "flying",
        "DominoDrafted": "chief",
        "LineRevealed": "domino",
        "FireLanded": "#fire-token",
        "TotemMoved": "#totem-",
    }
    for name, sign in signs.items():
        moved = await steps_to(person, event(name))
        assert any(sign in what for what in moved), (name, moved)
    seq, seat, total = won_points()
    assert any("rising" in what for what in await steps_to(person, seq))
    shown = await person.page.locator(f".nameplate.seat-{seat} .total").text_content()
    assert shown == str(total), "the sum is final while it is counted up to"
    await person.presses(*["ArrowRight"] * 25)  # faster than anything moves
    assert await person.is_at(seq + 25)
    assert await person.page.locator(".flying").count() <= 8, "what flies belongs to the last step"
    await person.until(_STILL)


async def test_nothing_moves_for_those_who_want_no_motion(arrive: Arrive) -> None:
    person = await watches(arrive, calm=True)
    await person.presses(*["ArrowRight"] * 10)
    assert await person.is_at(50)
    assert await person.page.evaluate(_MOVED) == []


async def test_motion_never_makes_a_player_wait(arrive: Arrive, store: EventStore) -> None:
    person = await arrive(calm=False)
    player = await person.is_guest("Oona")
    await stage(store, "movesfast", until(DISCOVERY, turn_of(0, "place", 20), turn_of(0, "draft")), player)
    await person.opens_game("movesfast")
    offer = await Player(person).play(acts=1)
    assert sum(offer.things.values()), "the next step can be taken at once"
