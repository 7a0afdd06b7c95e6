"""The layout of a table: for two, three and four with long names and clocks, at every step, in every size of window."""

from collections.abc import Sequence
from itertools import product
from secrets import token_hex
from typing import Final, Literal, TypeAlias

import pytest

from domain.rules import Mode, Rules
from projections.timing import Bank, Days, TimeControl
from service.store.event_store import EventStore
from tests.support.browser_person import Arrive, Person
from tests.support.play import Played
from tests.support.staged_tables import can_recruit, finished, stage, turn_of, until
from tests.support.table_layout import measure, stays_under_the_pointer

Size: TypeAlias = tuple[int, int]
Kind: TypeAlias = Mode | Literal["kingdomino"]
Case: TypeAlias = tuple[str, int, Kind, Sequence[str]]  # language, seats, mode or game, steps

SIZES: Final[tuple[Size, ...]] = (
    (1280, 800),
    (360, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
SCROLLED: Final[tuple[Size, ...]] = ((640, 400), (320, 256))  # 1280 by 800 at 200 %, 1280 by 1024 at 400 %
NAMES: Final = {
    "en": (
        "Maximilian Featherstones",
        "Wilhelmina Throckmortons",
        "Bartholomew Cumberbatchs",
        "Anastasia Wolfeschlegels",
    ),
    "de": (
        "Maximiliane v. Hohenstei",
        "Bartholomäus der Großeee",
        "Friedensreich Hundertwas",
        "Schwarzwaldmädel Gertrud",
    ),
    "nl": (
        "Wilhelmijntje van Buuren",
        "Sjoerd-Jan Schouwenburgs",
        "Annemarie van IJsselmond",
        "Godfried Bommelsteijnens",
    ),
    "it": (
        "Massimiliano Montefeltro",
        "Bartolomea Passacantando",
        "Ferdinando Castelvecchio",
        "Mariantonietta Squarcial",
    ),
    "pl": (
        "Wawrzyniec Grzegorzewicz",
        "Bolesława Szczepanowskaa",
        "Przemysław Chrząszczewsk",
        "Świętosława Włodarczykow",
    ),
}
CLOCKS: Final = (Days(14), Bank(864_000, 3600, 864_000))  # without one, less is shown
ALL_STEPS: Final[dict[Kind, Sequence[str]]] = {
    "discovery": ("claim", "place", "fire", "draft", "replay", "over"),
    "totem": ("claim", "place", "fire", "totem", "draft", "replay", "over"),
    "tribe": ("claim", "place", "fire", "draft", "recruit", "pay", "replay", "over"),
    "kingdomino": ("claim", "place", "draft", "replay", "over"),
}
SOME: Final[tuple[Case, ...]] = (
    ("en", 2, "discovery", ("place",)),
    ("de", 4, "tribe", ("fire", "pay")),
    ("it", 3, "totem", ("totem",)),
    ("nl", 4, "kingdomino", ("claim", "over")),
    ("pl", 4, "tribe", ("recruit",)),
)
EVERY: Final[tuple[Case, ...]] = tuple(
    (language, seats, mode, steps)
    for language in ("en", "de", "nl", "it")
    for seats in (2, 3, 4)
    for mode, steps in ALL_STEPS.items()
    if not (mode == "totem" and seats == 2)
)


def _played(rules: Rules, step: str) -> Played:
    if step in ("replay", "over"):
        return finished(rules)
    return until(rules, can_recruit if step in ("recruit", "pay") else turn_of(0, step, 0 if step == "claim" else 20))


async def _shows(person: Person, game: str, step: str, last: int) -> None:
    await person.opens_game(game, last // 2 if step == "replay" else None)
    if step in ("replay", "over"):
        await person.page.locator(".chronicle").wait_for(state="attached")
    else:
        await person.sees(".action.mine")
    await person.until("() => [...document.querySelectorAll('.nameplate')].every((one) => one.querySelector('.kind'))")
    if step == "pay":
        await person.page.locator(".cave button").first.click()
        await person.sees(".board .spot")


async def _faults(person: Person, step: str, boards: dict[Size, set[str]]) -> list[str]:
    """What is wrong with this table, in all sizes of window: one page, which is drawn once."""
    faults: list[str] = []
    for size in (*SIZES, *SCROLLED):
        await person.page.set_viewport_size({"width": size[0], "height": size[1]})
        await person.page.mouse.move(1, 1)
        seen = await measure(person, step, must_be_seen=size in SIZES)
        boards.setdefault(size, set()).add(str(seen["board"]))
        faults += [f"{size[0]} × {size[1]}, {step}: {fault}" for fault in seen["faults"]]
        if not await stays_under_the_pointer(person, step):
            faults.append(f"{size[0]} × {size[1]}, {step}: moves away when it is pointed at or pressed")
    return faults


async def _check(arrive: Arrive, store: EventStore, case: Case, clocks: Sequence[TimeControl]) -> None:
    language, seats, mode, steps = case
    rules = Rules("kingdomino", seats, None) if mode == "kingdomino" else Rules("origins", seats, mode)
    person = await arrive(language=language)
    player = await person.is_guest(NAMES[language][0])
    boards: dict[Size, set[str]] = {}
    faults = []
    for step, clock in product(steps, clocks):
        if step in ("replay", "over") and clock != clocks[0]:
            continue  # no clock is shown there
        played = _played(rules, step)
        game = "layout" + token_hex(4)
        await stage(store, game, played, player, names=NAMES[language], clock=clock, hints=True)
        await _shows(person, game, step, len(played.events))
        faults += [f"{type(clock).__name__}, {fault}" for fault in await _faults(person, step, boards)]
    faults += [f"{size}: the board changes its size, {sizes}" for size, sizes in boards.items() if len(sizes) > 1]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("case", SOME, ids=lambda case: " ".join(map(str, case[:3])))
async def test_nothing_overlaps_or_is_cut_off_and_what_to_act_on_is_visible(
    arrive: Arrive, store: EventStore, case: Case
) -> None:
    await _check(arrive, store, case, CLOCKS[case[1] % 2 :][:1])


@pytest.mark.long
@pytest.mark.parametrize("case", EVERY, ids=lambda case: " ".join(map(str, case[:3])))
async def test_every_table_is_laid_out_well(arrive: Arrive, store: EventStore, case: Case) -> None:
    await _check(arrive, store, case, CLOCKS)
