"""What a better move brings, in a sentence: pointing at an item lights it up on the board."""

import re

from msgspec.structs import replace

from domain.legal import legal
from puzzles.search.benefit import Benefit, Item, own_item
from puzzles.search.budget import Choice
from service.engine.hints import Hint, Hints, hint_name, refined
from service.runtime.clock import wall_clock
from service.store.event_store import EventStore
from tests.browser.test_hints import climbs
from tests.support.browser_person import Person
from tests.support.browser_reviews import keep_review
from tests.support.play import Played
from tests.support.staged_tables import KINGDOMINO, TRIBE, finished, stage, turn_of, until

_MIDDLE = 20


async def keep_hint(store: EventStore, game: str, played: Played) -> None:
    """A hint that is done: the first two moves, and what the first of them brings."""
    leads = (4.5, 1.0)
    steps = legal(played.end.position)
    choices = [Choice(step, lead, 50.0, 0.5, 0.4, 900) for step, lead in zip(steps, leads, strict=False)]
    items = [own_item("lake", 3.1, 0.4), own_item("order", -0.8, 0.2), Item("rival", -1.2, 0.3, 1, 40)]
    seq = len(played.events)
    hint = refined(Hint(hint_name(seq), "running", seq, 0), choices, "done", 1.0)
    benefit = Benefit(3.5, 0.4, 400, items, proven=False)
    await Hints(store, wall_clock).keep(game, replace(hint, benefit=benefit, than=1))


async def test_an_exact_hint_says_what_its_move_brings_and_lights_it_up(guest: Person, store: EventStore) -> None:
    played = until(KINGDOMINO, turn_of(0, "draft", _MIDDLE))
    await stage(store, "hints-why", played, await guest.is_guest("Oona"), hints=True)
    await keep_hint(store, "hints-why", played)
    await guest.opens_game("hints-why")
    await guest.sees(".action.mine")
    await guest.presses("h")
    await climbs(guest, lambda: guest.presses("h"))
    sentence = await guest.page.locator(".hint-list .benefit").inner_text()
    items = r"\+3\.1 lake, \u22120\.8 by acting later, \u22121\.2 for .+, who would take 40"
    assert re.fullmatch(rf"Compared with .+: {items}\. In all \+3\.5 points.*", sentence), sentence
    await guest.until("(sentence) => document.getElementById('announcer').textContent.endsWith(sentence)", sentence)
    await guest.page.locator(".benefit .lights").first.hover()
    await guest.sees(".territory.has-lit .square.lit")


async def test_a_costly_move_says_what_the_better_one_would_have_brought(guest: Person, store: EventStore) -> None:
    await stage(store, "review-why", finished(TRIBE), "ugh")
    review = await keep_review(store, "review-why", TRIBE)
    worst = max(review.decisions, key=lambda decision: decision.lost)
    assert worst.benefit
    await guest.is_guest("Oona")
    await guest.opens_game("review-why", worst.seq)
    await guest.presses("v")
    sentence = guest.page.locator(".verdict .benefit")
    await guest.sees(".verdict .benefit", re.compile(r"Compared with .+: \+\d.+ grassland, .\d.+ for .+ would take 40"))
    for light in await sentence.locator(".lights").all():
        await light.hover()
        await guest.sees(".territory.has-lit .square.lit")
