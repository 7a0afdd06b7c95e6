"""Somebody who solves puzzles at the page. What is best they do not know: tests look it up in the store."""

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import msgspec

from domain.commands import PlaceDomino, RecruitCaveman, Step, ThrowFire
from domain.grid import Cell
from puzzles.puzzle import Puzzle
from puzzles.shipped.shipped import shipped_puzzles
from puzzles.solving.attempt import after, begun, replay
from service.puzzles.calendar import DayGiven
from service.puzzles.library import Library
from service.runtime.clock import wall_clock
from service.store.errors import StreamMoved
from service.store.event_store import EventStore
from tests.support.browser_person import Person
from tests.support.servers import eventually

ANSWERED: Final = ".action button.main:has(use[href='#icon-check']):not(:disabled)"  # what sends the answer
_DAYS: Final = "days.puzzles"
_POINT: Final = """([x, y]) => {
  const board = document.querySelector(".board .territory");
  board.scrollIntoView({ block: "center" });
  const land = board.querySelector(".land") ?? board;
  const { x: left, y: top } = new DOMPoint(x * 100 + 50, y * 100 + 50).matrixTransform(land.getScreenCTM());
  return [left, top];
}"""
_GHOST: Final = """() => [...document.querySelectorAll(".board .ghost > g")].map((half) =>
  half.getAttribute("transform").match(/-?\\d+/g).map((part) => Number(part) / 100))"""
_KEPT: Final = (
    """JSON.parse(Object.entries(sessionStorage).find(([name]) => name.startsWith("puzzle "))?.[1] ?? "[]")"""
)
_DRAWN: Final = "() => new Promise((drawn) => setTimeout(() => setTimeout(drawn)))"
_POST: Final = """async ([address, body]) => {
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch(address, {method: "POST", headers, body: JSON.stringify(body)});
  return answer.json();
}"""


async def read(person: Person, address: str) -> Any:
    """What the service tells this person."""
    return await person.page.evaluate("async (address) => (await fetch(address)).json()", address)


async def post(person: Person, address: str, body: object) -> Any:
    return await person.page.evaluate(_POST, [address, msgspec.to_builtins(body)])


async def puzzle_at(person: Person, store: EventStore, name: str = "daily") -> Puzzle:
    """The puzzle with its answer."""
    shown = await read(person, f"/api/puzzles/{name}")
    kept = await Library(store, wall_clock, lambda: ()).find(shown["id"])
    assert kept is not None
    return kept.puzzle


async def some_practice(store: EventStore, is_wanted: Callable[[Puzzle], bool]) -> Puzzle:
    """The easiest puzzle of this kind that is free to be practised with."""
    library = Library(store, wall_clock, shipped_puzzles)
    await library.add_shipped()  # as the service does when it is first asked for a puzzle
    for name in await library.listed():
        kept = await library.find(name)
        if kept is not None and is_wanted(kept.puzzle):
            return kept.puzzle
    raise LookupError("there is no such puzzle")


async def give_day(store: EventStore, day: date, puzzle: Puzzle) -> None:
    """Makes it the puzzle of a day that is over."""
    entry = msgspec.msgpack.encode((wall_clock(), DayGiven(day, puzzle.id)))

    async def is_given() -> bool:
        try:
            await store.append(_DAYS, await store.version(_DAYS), [entry])
        except StreamMoved:  # the service gives days as well
            return False
        return True

    await eventually(is_given)


async def new_puzzle(person: Person) -> str:
    """One that this person has not tried."""
    await person.page.goto(f"{person.url}/health/live")
    name: str = (await read(person, "/api/puzzles/next"))["id"]
    return name


async def answer(person: Person, name: str) -> None:
    """Makes an attempt without a word: always the first move that is offered."""
    puzzle = (await read(person, f"/api/puzzles/{name}"))["id"]
    moves: list[Any] = []
    while not (stands := await post(person, f"/api/puzzles/{puzzle}/moves", {"moves": moves}))["is_complete"]:
        moves.append(stands["moves"][0])
    await post(person, f"/api/puzzles/{puzzle}/attempts", {"moves": moves})


def poor_line(puzzle: Puzzle) -> tuple[Step, ...]:
    """A whole attempt that is not the best."""
    for choice in range(100):
        sitting, line = begun(puzzle.problem), list[Step]()
        while not sitting.is_complete:
            moves = sitting.legal()
            line.append(moves[choice % len(moves)])
            sitting = after(sitting, line[-1])
        if replay(puzzle.problem, line).score.total < puzzle.answer.optimum:
            return tuple(line)
    raise LookupError("whatever one does is best")


class Solver:
    """Makes moves at the page of `person`, by mouse."""

    def __init__(self, person: Person) -> None:
        self.person = person

    async def opens(self, name: str) -> None:
        await self.person.opens(f"/puzzles/{name}")
        await self.person.sees(".table.puzzle")

    async def solves(self, line: tuple[Step, ...]) -> None:
        """All of it, and sends it."""
        await self.makes(line)
        await self.sends()

    async def makes(self, line: tuple[Step, ...]) -> None:
        for step in line:
            moves = await self.moves()
            await self.make(step)
            await self.settled(moves + 1)

    async def moves(self) -> int:
        """How many are on the board, as the page keeps them."""
        return int(await self.person.page.evaluate(f"() => ({_KEPT}).length"))

    async def settled(self, moves: int) -> None:
        """Waits until this many moves are on the board, and the next can be made."""
        await self.person.until(f"(moves) => ({_KEPT}).length === moves", moves)
        await self.person.page.evaluate(_DRAWN)
        await self.person.sees(f":is(.board .territory[tabindex], .cave button, {ANSWERED})")

    async def make(self, step: Step) -> None:
        match step:
            case PlaceDomino(_, a, b):
                await self._turn_to(a, b)
                await self.press(a)
            case ThrowFire(at):
                await self.press(at)
            case RecruitCaveman(caveman, _, spend, at):
                await self.person.page.locator(f".cave button:has(use[href='#caveman-{caveman}'])").first.click()
                for cell in (*spend, at):
                    await self.press(cell)
            case _:
                await self.person.page.locator(".action button", has_text="Do not recruit").click()

    async def sends(self) -> None:
        """Sends the attempt; declines to recruit first, if that is still offered."""
        refuse = self.person.page.locator(".action button", has_text="Do not recruit")
        if await refuse.count():
            await refuse.click()
        await self.person.page.locator(ANSWERED).click()
        await self.person.sees(".result")

    async def press(self, cell: Cell) -> None:
        x, y = await self.point(cell)
        await self.person.page.mouse.move(x - 2, y)  # pointing shows what the press will do
        await self.person.page.mouse.click(x, y)

    async def point(self, cell: Cell) -> tuple[float, float]:
        await self.person.page.evaluate(_DRAWN)  # what is being drawn may move the board
        x, y = await self.person.page.evaluate(_POINT, list(cell))
        return x, y

    async def _turn_to(self, a: Cell, b: Cell) -> None:
        """Points at the first cell and turns the domino until it lies there as wanted, or, if it never does, reversed:
        of a domino with two equal halves only one way is offered."""
        x, y = await self.point(a)
        await self.person.page.mouse.move(x - 2, y)
        for wanted in ([list(a), list(b)], [list(b), list(a)]):
            for _ in range(8):  # four ways with either half on the cell
                await self.person.page.evaluate(_DRAWN)
                await self.person.sees(".board .ghost")
                if await self.person.page.evaluate(_GHOST) == wanted:
                    return
                await self.person.presses("r")
        raise AssertionError(f"the domino never lies on {a} and {b}")


async def text(person: Person, selector: str) -> str:
    return " ".join((await person.page.locator(selector).first.inner_text()).split())


async def label(person: Person, selector: str) -> str | None:
    return await person.page.locator(selector).first.get_attribute("aria-label")
