// Which cells of a territory a drawing shows, and which of them belong together. It shows equally many from the first
// domino to the last, so that no cell changes its size.

import { DIRECTIONS, plus } from "../core/cells.js";

/** @typedef {{ left: number, top: number, width: number, height: number }} Area of cells */

export const CELL = 100;
const INSET = 5; // so that squares beside a region do not cover its outline
export const REACH = 2; // cells that a domino can reach beyond what is built

/** @type {(squares: PlacedSquare[], axis: 0 | 1) => [low: number, high: number]} */
function span(squares, axis) {
  const values = [0, ...squares.map((square) => square.at[axis])]; // the hut is built too
  return [Math.min(...values), Math.max(...values)];
}

/** @type {(columns: [number, number], rows: [number, number]) => Area} */
const areaOf = ([left, right], [top, bottom]) => ({ left, top, width: right - left + 1, height: bottom - top + 1 });

/**
 * The cells to show: as many as the territory may measure, and `around` more, with what is built in the middle. With 2
 * more, every place for a domino is among them.
 * @param {Territory} territory
 * @returns {Area}
 */
export function extent({ size, squares }, around = 0) {
  /** @type {(axis: 0 | 1) => [number, number]} */
  const axis = (index) => {
    const [low, high] = span(squares, index);
    const free = (size + around - (high - low + 1)) / 2;
    const first = low - (low + high > 0 ? Math.ceil(free) : Math.floor(free)); // in doubt nearer to the hut
    return [first, first + size + around - 1];
  };
  return areaOf(axis(0), axis(1));
}

/**
 * Where the territory can still grow: every square of its full size that contains what is built.
 * @param {Territory} territory
 * @returns {Area}
 */
export function limits({ size, squares }) {
  /** @type {(axis: 0 | 1) => [number, number]} */
  const axis = (index) => {
    const [low, high] = span(squares, index);
    return [high - size + 1, low + size - 1];
  };
  return areaOf(axis(0), axis(1));
}

/**
 * The cells of both; none if there are none.
 * @type {(one: Area, other: Area) => Area}
 */
export function overlap(one, other) {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  const right = Math.min(one.left + one.width, other.left + other.width);
  const bottom = Math.min(one.top + one.height, other.top + other.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/**
 * Whether every cell that the next domino could cover is in an area.
 * @param {Area} area
 * @param {Territory} territory
 */
export function isRoomy({ left, top, width, height }, { size, squares }) {
  /** @type {(axis: 0 | 1, first: number, count: number) => boolean} */
  const fits = (axis, first, count) => {
    const [low, high] = span(squares, axis);
    const room = Math.min(REACH, size - (high - low + 1));
    return low - room >= first && high + room < first + count;
  };
  return fits(0, left, width) && fits(1, top, height);
}

/**
 * How many more cells than its full size the drawing of a territory needs from now on: fewer for one that is wide
 * already.
 * @param {Territory} territory
 */
export function spare({ size, squares }) {
  const room = /** @type {(0 | 1)[]} */ ([0, 1]).map((axis) => {
    const [low, high] = span(squares, axis);
    return size - (high - low + 1);
  });
  return Math.min(REACH, Math.max(...room));
}

/** @type {(area: Area, cell: Cell) => boolean} */
export const isWithin = ({ left, top, width, height }, [x, y]) =>
  x >= left && y >= top && x < left + width && y < top + height;

/** @type {(area: Area) => Cell[]} */
export const cellsOf = ({ left, top, width, height }) =>
  Array.from({ length: width * height }, (_, index) => [left + (index % width), top + Math.floor(index / width)]);

/**
 * The cell of a territory at a point of the window.
 * @param {{ currentTarget: any, clientX: number, clientY: number }} event
 * @returns {Cell}
 */
export function cellAt({ currentTarget, clientX, clientY }) {
  const land = currentTarget.querySelector(".land");
  const point = new DOMPoint(clientX, clientY).matrixTransform(land.getScreenCTM().inverse());
  return [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
}

/**
 * Neighbouring squares of one terrain, in the order of their first ones. Their points are counted elsewhere.
 * @param {PlacedSquare[]} squares
 */
export function regionsOf(squares) {
  const open = new Map(squares.map((square) => [String(square.at), square]));
  /** @type {PlacedSquare[][]} */
  const regions = [];
  for (const square of squares) if (open.has(String(square.at))) regions.push(taken(open, square));
  return regions;
}

/** @type {(open: Map<string, PlacedSquare>, first: PlacedSquare) => PlacedSquare[]} */
function taken(open, first) {
  const region = [first];
  open.delete(String(first.at));
  for (const square of region) {
    for (const step of DIRECTIONS) {
      const next = open.get(String(plus(square.at, step)));
      if (next?.terrain !== square.terrain) continue;
      open.delete(String(next.at));
      region.push(next);
    }
  }
  return region;
}

/**
 * The path along the inner side of a region's border.
 * @param {Cell[]} cells
 */
export function border(cells) {
  const inside = new Set(cells.map(String));
  const far = CELL - INSET;
  const sides = [`m${far} 0v${CELL}`, `m0 ${far}h${CELL}`, `m${INSET} 0v${CELL}`, `m0 ${INSET}h${CELL}`];
  return cells
    .flatMap((cell) =>
      DIRECTIONS.map((step, way) =>
        inside.has(String(plus(cell, step))) ? "" : `M${cell[0] * CELL} ${cell[1] * CELL}${sides[way]}`,
      ),
    )
    .join("");
}
