// What has just happened at the table, as motion: measured before it is drawn, begun when it is.

import { CELL } from "../drawing/grid.js";
import { appear, char, comeFrom, countUp, fly, placeOf, rise, turnOver } from "./motion.js";

export { settle } from "./motion.js";

/** @typedef {import("./motion.js").Place} Place */
/** @typedef {() => void} Begin */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Measures the table as it is still drawn; what is returned begins the motion after the new one is drawn.
 * @param {Table} before
 * @param {Table} after
 * @param {Step[]} steps
 * @returns {Begin}
 */
export function happenings(before, after, steps) {
  const begins = steps.map((step) => (KINDS[step.type] ?? nothing)(before, after, step));
  return () => {
    for (const begin of begins) begin();
    points(before, after, steps);
  };
}

/**
 * The same for the totals in the scene at the end.
 * @returns {Begin}
 */
export function counting() {
  const totals = [...document.querySelectorAll(".ending .homeland .total")];
  const before = totals.map((total) => Number(total.textContent));
  return () =>
    totals.forEach((total, index) => {
      if (total instanceof HTMLElement && Number(total.textContent) > before[index]) countUp(total, before[index]);
    });
}

const nothing = () => () => {};

/** @type {Record<string, (before: Table, after: Table, step: Step) => Begin>} */
const KINDS = {
  domino_placed: placed,
  domino_drafted: drafted,
  line_revealed: revealed,
  fire_landed: burned,
  totem_moved: passed,
};

/** @type {(before: Table, after: Table, step: Step) => Begin} */
function placed(before, after, { seat, domino }) {
  const lying = slot(domino)?.querySelector(".domino");
  const from = placeOf(lying);
  if (!lying || !from || seat === null || boardOf(seat)?.querySelector(".ghost")) return nothing(); // already there
  const picture = /** @type {Element} */ (lying.cloneNode(true));
  return () => {
    const board = boardOf(seat);
    const [a, b] = after.seats[seat].territory.squares.filter((square) => square.domino === domino);
    if (!board || !a || !b) return;
    const tile = [...before.line, ...before.next_line].find((entry) => entry.domino === domino);
    const isTurned = tile && a.terrain !== tile.a.terrain;
    const [first, second] = isTurned ? [b, a] : [a, b];
    const turn = (Math.atan2(second.at[1] - first.at[1], second.at[0] - first.at[0]) * 180) / Math.PI;
    const [one, other] = [cellPlace(board, first.at), cellPlace(board, second.at)];
    const to = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, width: 2 * one.width, height: one.height };
    fly(picture, from, to, { turn });
    for (const { at } of [a, b]) appearing(squareAt(board, at));
  };
}

/** @type {(before: Table, after: Table, step: Step) => Begin} */
function drafted(before, after, { seat, domino }) {
  const from = placeOf(slot(before.domino)?.querySelector(".chief") ?? plateOf(seat)?.querySelector(".chief"));
  return () => {
    const chief = slot(domino)?.querySelector(".chief");
    if (from && chief) comeFrom(chief, from);
  };
}

/** @type {(before: Table, after: Table) => Begin} */
function revealed(before, after) {
  const known = new Set([...before.line, ...before.next_line].map((entry) => entry.domino));
  const added = [...after.line, ...after.next_line].filter((entry) => !known.has(entry.domino));
  return () =>
    added.forEach((entry, order) => {
      const domino = slot(entry.domino)?.querySelector(".domino");
      if (domino) turnOver(domino, order);
    });
}

/** @type {(before: Table, after: Table, step: Step) => Begin} */
function burned(before, after, { seat }) {
  return () => {
    const board = boardOf(seat);
    const hit = seat === null ? undefined : struck(before, after, seat);
    if (!board || !hit) return;
    const to = cellPlace(board, hit.at);
    const from = before.volcano ? cellPlace(board, before.volcano) : to;
    fly(drawn(`fire-token-${hit.fire}`), from, to, { arc: 1.5 * to.height });
    appearing(squareAt(board, hit.at)?.querySelector("use[href^='#fire-token']"));
    const burns = hit.was?.resource ?? (hit.was?.caveman ? `caveman-${hit.was.caveman}` : null);
    if (burns) char(drawn(burns), to);
  };
}

/**
 * The square that a fire has landed on, and as it was before.
 * @type {(before: Table, after: Table, seat: number) => (PlacedSquare & { was?: PlacedSquare }) | undefined}
 */
function struck(before, after, seat) {
  const old = new Map(before.seats[seat].territory.squares.map((square) => [`${square.at}`, square]));
  const square = after.seats[seat].territory.squares.find((entry) => entry.fire && !old.get(`${entry.at}`)?.fire);
  return square && { ...square, was: old.get(`${square.at}`) };
}

/** @type {(before: Table, after: Table) => Begin} */
function passed(before, after) {
  const kinds = Object.keys(after.totems ?? {}).filter((kind) => before.totems?.[kind] !== after.totems?.[kind]);
  const from = kinds.map((kind) => placeOf(plateOf(before.totems?.[kind]) ?? document.querySelector(".totems")));
  return () =>
    kinds.forEach((kind, index) => {
      const to = placeOf(plateOf(after.totems?.[kind]));
      const start = from[index];
      const size = { width: 48, height: 48 };
      if (start && to) fly(drawn(`totem-${kind}`), { ...start, ...size }, { ...to, ...size }, { arc: 30 });
    });
}

/**
 * Points that were won rise from where they were won, and are added to the total.
 * @type {(before: Table, after: Table, steps: Step[]) => void}
 */
function points(before, after, steps) {
  after.seats.forEach((seat, number) => {
    const old = before.seats[number].score.total;
    const gained = seat.score.total - old;
    if (gained <= 0) return;
    const total = plateOf(number)?.querySelector(".total");
    if (total instanceof HTMLElement) countUp(total, old);
    const board = boardOf(number);
    const domino = steps.find((step) => step.type === "domino_placed" && step.seat === number)?.domino;
    const square = seat.territory.squares.find((entry) => entry.domino === domino) ?? struck(before, after, number);
    const place = (board && square && cellPlace(board, square.at)) ?? placeOf(total);
    if (place) rise(`+${gained}`, place);
  });
}

/** @param {number | null} domino */
const slot = (domino) => document.querySelector(`.table [data-domino="${domino}"]`);

/** @param {number | null | undefined} seat */
const plateOf = (seat) => (seat === null ? null : document.querySelector(`.table .nameplate.seat-${seat}`));

/**
 * The drawing of a seat's territory: the largest, if there are several.
 * @param {number | null} seat
 * @returns {SVGSVGElement | null}
 */
function boardOf(seat) {
  /** @type {SVGSVGElement[]} */
  const drawings = [...document.querySelectorAll(`.table svg.territory.seat-${seat}`)].filter(
    (drawing) => drawing instanceof SVGSVGElement,
  );
  const width = (/** @type {Element} */ drawing) => placeOf(drawing)?.width ?? 0;
  return drawings.filter(width).sort((first, second) => width(second) - width(first))[0] ?? null;
}

/** @type {(board: Element, cell: Cell) => Element | undefined} */
const squareAt = (board, cell) =>
  [...board.querySelectorAll("g.square")].find((square) => square.drawn?.props.key === `${cell}`);

/** @param {Element | null | undefined} element */
const appearing = (element) => element && appear(element);

/** @type {(board: SVGSVGElement, cell: Cell) => Place} */
function cellPlace(board, [x, y]) {
  const matrix = board.getScreenCTM() ?? new DOMMatrix();
  const centre = new DOMPoint((x + 0.5) * CELL, (y + 0.5) * CELL).matrixTransform(matrix);
  return { x: centre.x, y: centre.y, width: CELL * matrix.a, height: CELL * matrix.d };
}

/** @param {string} name of a piece */
function drawn(name) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 100 100");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  picture.append(use);
  return picture;
}
