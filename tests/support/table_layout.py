"""What is wrong with the layout of a table as it is drawn now, measured in the page by one function."""

from typing import Any, Final

from tests.support.browser_person import Person

# What the player acts on at each step; `pay` follows `recruit` when a caveman is chosen.
ACTED_ON: Final = {
    "claim": ".lines button",
    "draft": ".lines button",
    "place": ".board .territory, .held-domino, .action .row button",
    "fire": ".board .territory, .action .row button",
    "totem": ".action .row button",
    "recruit": ".cave .cavemen:not(.small) button, .action .row button",
    "pay": ".board .territory, .action .row button",
    "replay": ".board .territory, .controls .step_back, .controls .step_forward, .controls .slider",
    "over": ".board .territory, .action, .heading .more > :is(button, a), .heading .more summary",
}

_PARTS: Final = """
.top .brand, .top nav, .corner > *, .heading > *, .plate > *, .nameplate > *, .goods > *, .other, .other .territory,
.action, .action .due > *, .action .row > *, .banner > *, .hint-bar, .board, .slot, .domino-line h2, .totems li,
.cave h2, .cavemen li, .cave summary, .controls > *, .verdict, .breakdown, .moves, .graph, .chronicle, .review
"""
_WHOLE: Final = (
    "button, .slot, .other, .nameplate, .action, .plate, .controls, .goods > *, .totems li, .cavemen li, .heading"
)

_MEASURE: Final = """([parts, whole, acted, mustBeSeen]) => {
  scrollTo(0, 0);
  const faults = [];
  const table = document.querySelector(".table");
  const isSeen = (element) => {
    if (!element.checkVisibility()) return false;
    if (element.closest(".unseen") || getComputedStyle(element).clipPath !== "none") return false;
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  const named = (element) => {
    const classes = (element.getAttribute("class") ?? "").trim().split(/\\s+/).join(".");
    return `${element.tagName.toLowerCase()}${classes && "." + classes} "${element.textContent.trim().slice(0, 24)}"`;
  };
  const isClippedWithin = (element, outer) =>
    element !== outer &&
    (getComputedStyle(element).overflowX !== "visible" || isClippedWithin(element.parentElement, outer));
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => { // what is not scrolled out of sight
    let { left, right, top, bottom } = box(element);
    for (let around = element.parentElement; around !== table && around; around = around.parentElement) {
      if (getComputedStyle(around).overflowY !== "auto") continue;
      const at = box(around);
      [left, right] = [Math.max(left, at.left), Math.min(right, at.right)];
      [top, bottom] = [Math.max(top, at.top), Math.min(bottom, at.bottom)];
    }
    return { left, right, top, bottom };
  };
  const seen = [...document.querySelectorAll(parts)].filter(isSeen);
  const boxes = seen.map((element) => ({ element, at: shown(element) }));
  for (const [index, { element, at }] of boxes.entries()) {
    if (at.left < -1 || at.right > innerWidth + 1) faults.push(`outside the window: ${named(element)}`);
    for (const { element: other, at: there } of boxes.slice(index + 1)) {
      if (element.contains(other) || other.contains(element)) continue;
      const across = Math.min(at.right, there.right) - Math.max(at.left, there.left);
      const down = Math.min(at.bottom, there.bottom) - Math.max(at.top, there.top);
      if (across > 1 && down > 1) faults.push(`${named(element)} lies over ${named(other)}`);
    }
  }
  for (const element of [...document.querySelectorAll(`:is(${whole})`)].filter(isSeen)) {
    const at = box(element);
    for (const inner of [...element.querySelectorAll("*")].filter((one) => !one.ownerSVGElement && isSeen(one))) {
      const there = box(inner);
      const isOut = [at.left - there.left, there.right - at.right, at.top - there.top, there.bottom - at.bottom];
      if (inner.closest(".menu > .card") || isClippedWithin(inner.parentElement, element)) continue;
      if (Math.max(...isOut) > 1.5) faults.push(`${named(inner)} sticks out of ${named(element)}`);
    }
  }
  for (const element of [...table.querySelectorAll("*")].filter((one) => !one.ownerSVGElement && isSeen(one))) {
    const style = getComputedStyle(element);
    const isShort = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
    const isClipped = ["hidden", "clip"].includes(style.overflowX) && !isShort && !(element instanceof SVGElement);
    const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    if (isClipped && isCut) faults.push(`cut off: ${named(element)}`);
  }
  for (const inner of document.querySelectorAll("button :is(div, p, section, ul, ol, h1, h2)")) {
    faults.push(`${named(inner)} inside a button`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the window");
  if ([...table.querySelectorAll(".main")].filter(isSeen).length > 1) faults.push("two things are offered first");
  const isForFingers = matchMedia("(max-width: 59.99rem), (max-height: 37.49rem)").matches;
  for (const button of [...table.querySelectorAll("button, summary, a.button")].filter(isSeen)) {
    const { width, height } = box(button);
    if (isForFingers && Math.min(width, height) < 43.5) faults.push(`${width} × ${height} is small: ${named(button)}`);
  }
  const isCovered = (thing) => {
    const { left, right, top, bottom } = shown(thing);
    const at = [(left + right) / 2, (top + bottom) / 2];
    const isInside = at[0] > 0 && at[0] < innerWidth && at[1] > 0 && at[1] < innerHeight;
    const isThere = right - left > 1 && bottom - top > 1 && isInside;
    return isThere && !thing.contains(document.elementFromPoint(...at));
  };
  for (const button of [...table.querySelectorAll("button, summary, a.button, select")].filter(isSeen)) {
    if (isCovered(button)) faults.push(`cannot be pressed: ${named(button)}`);
  }
  const things = [...document.querySelectorAll(acted)].filter(isSeen);
  if (!things.length) faults.push("nothing to act on");
  for (const thing of things) {
    if (!mustBeSeen) continue;
    const at = box(thing);
    if (at.top < -1 || at.bottom > innerHeight + 1) faults.push(`not wholly visible: ${named(thing)}`);
    const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
    if (!thing.contains(top)) faults.push(`${named(thing)} is covered by ${top ? named(top) : "nothing"}`);
  }
  const board = box(document.querySelector(".board"));
  return { faults: [...new Set(faults)], board: [board.width, board.height] };
}"""
_WHEREABOUTS: Final = """(acted) => [...document.querySelectorAll(acted)].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height, element.getAttribute("viewBox")];
})"""


async def measure(person: Person, step: str, *, must_be_seen: bool = True) -> Any:
    """The faults of the table, and the size of its board."""
    return await person.page.evaluate(_MEASURE, [_PARTS, _WHOLE, ACTED_ON[step], must_be_seen])


async def stays_under_the_pointer(person: Person, step: str) -> bool:
    """Whether the things to act on are where they were when one of them is pointed at, and when it is pressed."""

    async def whereabouts() -> Any:
        await person.page.evaluate("new Promise((drawn) => setTimeout(drawn, 0))")
        return await person.page.evaluate(_WHEREABOUTS, ACTED_ON[step])

    before = await whereabouts()
    x, y, width, height, _ = before[0]
    mouse = person.page.mouse
    await mouse.move(x + width / 2, y + height / 2)
    has_stayed = before == await whereabouts()
    await mouse.down()
    has_stayed = has_stayed and before == await whereabouts()
    await mouse.move(1, 1)  # so that nothing is done
    await mouse.up()
    return bool(has_stayed)
