"""Somebody who plays with Tab, arrows, Enter, R and U, and looks only where the focus is."""

from typing import Final

from tests.support.browser_person import Person
from tests.support.browser_play import ACTIONS, CAVEMEN, OPEN_SPOTS, SLOTS, SPOTS, Offer, Player

_BOARD: Final = ".board .territory[tabindex]"
_IS_IN: Final = "(name) => Boolean(document.activeElement?.closest(name))"
_FURTHEST: Final = 80  # presses of Tab, once around the page
_ARROWS: Final = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


class Typist(Player):
    person: Person

    def __init__(self, person: Person, seed: int = 1) -> None:
        super().__init__(person, seed)
        self.turned = 0
        self.taken_back = 0

    async def tab_to(self, name: str) -> None:
        """Tab until the focus is there; mostly the page has put it there already."""
        for _ in range(_FURTHEST):
            if await self.person.page.evaluate(_IS_IN, name):
                return
            await self.person.presses("Tab")
        raise AssertionError(f"{name} cannot be reached with Tab")

    async def act(self, offer: Offer) -> None:
        if not self.taken_back and await self._takes_back():
            return
        await super().act(offer)

    async def choose(self, name: str, index: int) -> None:
        if name in (OPEN_SPOTS, SPOTS):
            await self._choose_on_board()
        else:
            await self.tab_to({SLOTS: SLOTS, CAVEMEN: CAVEMEN, ACTIONS: ".action button"}[name])
            for _ in range(index if name != ACTIONS else 0):
                await self.person.presses("ArrowDown")
            await self.person.presses("Enter")

    async def _choose_on_board(self) -> None:
        """Turns it perhaps, moves it somewhere, and takes it when something is pointed at."""
        await self.tab_to(_BOARD)
        if self.offer and "Place" in self.offer.title and (not self.turned or self._rng.random() < 0.3):
            await self.person.presses("r")
            self.turned += 1
        await self.person.presses(*(self._rng.choice(_ARROWS) for _ in range(self._rng.randint(1, 4))))
        await self.person.sees(".board :is(.ghost, .spot.aimed)")
        await self.person.presses("Enter")

    async def _takes_back(self) -> bool:
        """Once, when the page offers it: the same is then to be done again."""
        if not await self.person.page.locator(".action button[title$='(U)']").count():
            return False
        await self.person.presses("u")
        self.taken_back += 1
        return True
