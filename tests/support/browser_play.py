"""Somebody who plays by what the page offers, and knows nothing else: looks, points, clicks."""

from random import Random
from typing import Any, Final, Protocol

import msgspec

SPOTS: Final = ".board .spot"
OPEN_SPOTS: Final = ".board .spot:not(.taken)"
SLOTS: Final = ".lines button"
CAVEMEN: Final = ".cave button"
ACTIONS: Final = ".action .row button:not([title$='(U)'], [title$='(H)'], :disabled)"  # all but taking back and hints

_MOST_ACTS: Final = 300  # of one seat in one game
_OFFER: Final = """([before, names]) => {
  const count = (name) => document.querySelectorAll(name).length;
  const text = (name) => document.querySelector(name)?.textContent ?? "";
  if (count(".table[aria-busy]")) return null; // the territories of others come later
  const isOver = count(".plate .rank") > 0;
  if (!isOver && !count(".action.mine")) return null;
  const offer = {
    is_over: isOver, title: text(".action .due b"), hint: text(".action .due .faint"), step: text(".controls output"),
  };
  const hint = count(".board .spot") ? "" : offer.hint; // on the board it says what is earned there
  offer.sign = JSON.stringify({ ...offer, hint, taken: count(".board .spot.taken") });
  offer.things = Object.fromEntries(names.map((name) => [name, count(name)]));
  return offer.sign === before ? null : offer;
}"""
_POINT: Final = """([name, index]) => {
  const things = document.querySelectorAll(name);
  if (!things.length) return null;
  const thing = things[index % things.length];
  let point, there;
  for (const block of ["nearest", "center"]) { // on a phone there is a bar at the lower edge
    thing.scrollIntoView({ block });
    const { x, y, width, height } = thing.getBoundingClientRect();
    point = [x + width / 2, y + height / 2];
    there = document.elementFromPoint(...point);
    if (thing === there || thing.contains(there)) return { point, hidden: null };
  }
  return { point, hidden: there?.outerHTML ?? "nothing" };
}"""


class Offer(msgspec.Struct, frozen=True):
    """What can be done now, as far as one sees it."""

    is_over: bool
    title: str
    hint: str
    step: str  # "12 / 12"
    sign: str  # differs when anything of this does
    things: dict[str, int]  # how many there are of each that can be chosen


class Watcher(Protocol):
    """Somebody at a page: a `Person`, or somebody who sits at another browser."""

    @property
    def page(self) -> Any: ...  # with `evaluate` and `mouse`

    async def until(self, condition: str, about: Any = None) -> Any: ...


class Player:
    """Plays one game at the page of `person`. Chooses by a fixed seed, not always the first of all."""

    def __init__(self, person: Watcher, seed: int = 1) -> None:
        self.person = person
        self.offer: Offer | None = None
        self.titles: set[str] = set()
        self._rng = Random(seed)

    async def look(self) -> Offer:
        """Waits until it is our turn, or all is over, and something is to be done that was not before."""
        names = [OPEN_SPOTS, SPOTS, SLOTS, CAVEMEN, ACTIONS]
        offered: Any = await self.person.until(_OFFER, [self.offer.sign if self.offer else "", names])
        self.offer = msgspec.convert(offered, Offer)
        self.titles.add(self.offer.title)
        return self.offer

    async def play(self, acts: int | None = None) -> Offer:
        """Plays to the end of the game, or this many acts."""
        for _ in range(acts or _MOST_ACTS):
            offer = await self.look()
            if offer.is_over:
                return offer
            await self.act(offer)
        assert acts, f"the game does not end: {self.offer}"
        return await self.look()

    async def play_until(self, title: str) -> Offer:
        """Until the page asks for this."""
        while title not in (offer := await self.look()).title:
            assert not offer.is_over, f"the game is over and never said {title!r}"
            await self.act(offer)
        return offer

    async def act(self, offer: Offer) -> None:
        """Something on the board if there is, else a domino, else a caveman, else what a button says."""
        name = next(name for name, count in offer.things.items() if count)
        await self.choose(name, self._rng.randrange(offer.things[name]) if name != ACTIONS else 0)

    async def choose(self, name: str, index: int) -> None:
        if point := await self.point(name, index):
            await self.person.page.mouse.click(*point)

    async def point(self, name: str, index: int) -> tuple[float, float] | None:
        """Where it is; None if it is gone while we thought. Nothing may lie over it."""
        place = await self.person.page.evaluate(_POINT, [name, index])
        if place is None:
            return None
        assert place["hidden"] is None, f"{name} lies under {place['hidden']}"
        return place["point"][0], place["point"][1]
