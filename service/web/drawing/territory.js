// A territory: its squares, what lies on them, and what can be done there.

import { among, same } from "../core/cells.js";
import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { ground, use } from "./pieces.js";

/**
 * @typedef {object} TerritoryDrawing
 * @property {GameName} game
 * @property {{ territory: Territory }} seat
 * @property {number} number of the seat
 * @property {Set<number | null>} [fresh] dominoes that are new to the viewer
 * @property {Cell[] | null} [lit]
 * @property {Cell[]} [spots] cells that can be chosen
 * @property {Cell[]} [taken] cells that have been chosen
 * @property {Cell | null} [aim] the cell that is pointed at
 * @property {Child} [held] what is drawn over all
 * @property {number} [around] how much free land is shown
 * @property {string} label
 * @property {Listeners} [listeners] for pointer and keys
 * @property {string} [classes]
 */

export const CELL = 100;

/** @param {Cell} cell */
const key = (cell) => `${cell[0]},${cell[1]}`;

/**
 * The cells to show: what is built and `around` more on each side, as far as the territory can still grow.
 * @param {Territory} territory
 */
export function extent({ size, squares }, around = 0) {
  /** @type {Cell[]} */
  const all = [[0, 0], ...squares.map((square) => square.at)];
  /** @param {0 | 1} index */
  const axis = (index) => {
    const values = all.map((cell) => cell[index]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const room = size - (high - low + 1);
    const spread = Math.min(room, around);
    const [least, most] = [low - spread, high + spread];
    const missing = Math.max(0, size - (most - least + 1));
    return [least - Math.ceil(missing / 2), most + Math.floor(missing / 2)];
  };
  const [left, right] = axis(0);
  const [top, bottom] = axis(1);
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * What lies on a square, from the ground up.
 * @param {GameName} game
 * @param {Square} square
 */
function things(game, square) {
  const mark = game === "origins" ? "fire-printed" : "crown";
  return [
    Array.from({ length: square.marks }, (_, place) =>
      use(mark, { x: 5 + place * 25, y: 5, width: 28, height: 28, class: "mark" }),
    ),
    square.resource ? use(square.resource, { x: 20, y: 22, width: 62, height: 62 }) : null,
    square.caveman ? use(`caveman-${square.caveman}`, { x: 10, y: 12, width: 80, height: 80 }) : null,
    square.fire ? use(`fire-token-${square.fire}`, { x: 18, y: 18, width: 64, height: 64 }) : null,
  ];
}

/** @param {Cell} cell */
const at = (cell) => `translate(${cell[0] * CELL} ${cell[1] * CELL})`;

/**
 * Which half of its domino each square is: the halves are drawn differently, wherever they lie.
 * @param {PlacedSquare[]} squares
 */
function halves(squares) {
  const seen = new Set();
  return squares.map((square) => {
    const half = seen.has(square.domino) ? 1 : 0;
    seen.add(square.domino);
    return half;
  });
}

/**
 * @param {Cell} a
 * @param {Cell} b
 * @param {string} classes
 * @param {string} [name]
 */
export function outline(a, b, classes, name) {
  const left = Math.min(a[0], b[0]);
  const top = Math.min(a[1], b[1]);
  const width = Math.abs(a[0] - b[0]) + 1;
  const height = Math.abs(a[1] - b[1]) + 1;
  return h("rect", {
    key: name,
    class: classes,
    x: left * CELL + 1,
    y: top * CELL + 1,
    width: width * CELL - 2,
    height: height * CELL - 2,
    rx: 5,
  });
}

/**
 * @param {PlacedSquare[]} squares
 * @param {Set<number | null> | undefined} fresh
 * @param {number} seat
 */
function dominoes(squares, fresh, seat) {
  /** @type {Map<number, Cell[]>} */
  const cells = new Map();
  for (const square of squares) cells.set(square.domino, [...(cells.get(square.domino) ?? []), square.at]);
  return [...cells].map(([domino, [a, b = a]]) =>
    outline(a, b, `edge ${fresh?.has(domino) ? `fresh seat-${seat}` : ""}`, `d${domino}`),
  );
}

/**
 * The two squares of a domino that is not placed yet, at a move that would place it.
 * @param {GameName} game
 * @param {Tile} domino
 * @param {{ a: Cell, b: Cell }} move
 */
export function ghost(game, domino, move) {
  return h(
    "g",
    { key: "ghost", class: "ghost" },
    [
      { cell: move.a, square: domino.a, half: 0 },
      { cell: move.b, square: domino.b, half: 1 },
    ].map(({ cell, square, half }) =>
      h(
        "g",
        { transform: at(cell) },
        use(ground(game, square, domino.domino, half), { width: CELL, height: CELL }),
        things(game, square),
      ),
    ),
    outline(move.a, move.b, "edge held"),
  );
}

/**
 * One seat's territory.
 * @param {TerritoryDrawing} drawing
 */
export function territory({
  game,
  seat,
  number,
  fresh,
  lit,
  spots = [],
  taken = [],
  aim = null,
  held = null,
  around = 0,
  label,
  listeners = {},
  classes = "",
}) {
  const { squares } = seat.territory;
  const area = extent(seat.territory, around);
  const half = halves(squares);
  const box = [area.left * CELL - 4, area.top * CELL - 4, area.width * CELL + 8, area.height * CELL + 8].join(" ");
  const built = new Set(squares.map((square) => key(square.at)));
  /** @param {Cell} cell */
  const isLit = (cell) => lit && among(lit, cell);
  return h(
    "svg",
    {
      class: `territory seat-${number} ${classes} ${lit ? "has-lit" : ""}`,
      viewBox: box,
      "aria-label": label,
      role: listeners.onkeydown ? "application" : "img",
      tabindex: listeners.onkeydown ? 0 : undefined,
      ...listeners,
    },
    h(
      "g",
      { class: "soil" },
      cellsOf(area).map((cell) =>
        h("rect", {
          key: key(cell),
          x: cell[0] * CELL + 3,
          y: cell[1] * CELL + 3,
          width: CELL - 6,
          height: CELL - 6,
          rx: 12,
        }),
      ),
    ),
    use(game === "origins" ? "hut" : "castle", { key: "hut", width: CELL, height: CELL, class: "home" }),
    squares.map((square, index) =>
      h(
        "g",
        { key: key(square.at), transform: at(square.at), class: `square ${isLit(square.at) ? "lit" : ""}` },
        use(ground(game, square, square.domino, half[index]), { width: CELL, height: CELL }),
        things(game, square),
      ),
    ),
    dominoes(squares, fresh, number),
    [...spots, ...taken.filter((cell) => !among(spots, cell))].map((cell) => {
      const marks = [
        built.has(key(cell)) && "over",
        among(taken, cell) && "taken",
        aim && same(aim, cell) && "aimed",
      ].filter(Boolean);
      return h("rect", {
        key: `s${key(cell)}`,
        class: ["spot", ...marks].join(" "),
        x: cell[0] * CELL + 7,
        y: cell[1] * CELL + 7,
        width: CELL - 14,
        height: CELL - 14,
        rx: 14,
      });
    }),
    held,
  );
}

/** @type {(area: ReturnType<typeof extent>) => Cell[]} */
function cellsOf(area) {
  return Array.from({ length: area.width * area.height }, (_, index) => [
    area.left + (index % area.width),
    area.top + Math.floor(index / area.width),
  ]);
}

/**
 * The cell of a territory under the pointer.
 * @param {On<PointerEvent>} event
 * @returns {Cell}
 */
export function cellAt(event) {
  const drawing = event.currentTarget;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [Math.floor(point.x / CELL), Math.floor(point.y / CELL)];
}

/**
 * The territory in words, row by row from the top, for those who do not see it.
 * @param {GameName} game
 * @param {{ territory: Territory }} seat
 */
export function rows(game, { territory: land }) {
  const area = extent(land);
  return Array.from({ length: area.height }, (_, line) => {
    const row = Array.from({ length: area.width }, (__, column) =>
      cellText(game, land.squares, [area.left + column, area.top + line]),
    );
    return row.every((cell) => cell === null)
      ? null
      : h("li", {}, row.map((cell) => cell ?? t("free_cell")).join(", "));
  });
}

/**
 * @param {GameName} game
 * @param {PlacedSquare[]} squares
 * @param {Cell} cell
 */
function cellText(game, squares, cell) {
  if (same(cell, [0, 0])) return t(game === "origins" ? "hut" : "castle");
  const square = squares.find((candidate) => same(candidate.at, cell));
  return square ? describe(game, square) : null;
}

/**
 * A square in a few words.
 * @param {GameName} game
 * @param {Square} square
 */
export function describe(game, square) {
  const mark = game === "origins" ? "printed_fires" : "crowns";
  return [
    word("boxes", game, "terrains", square.terrain),
    square.craters ? t("craters", { count: square.craters }) : null,
    square.marks ? t(mark, { count: square.marks }) : null,
    square.resource ? word("resources", square.resource) : null,
    square.fire ? t("fire_token", { count: square.fire }) : null,
    square.caveman ? word("cavemen", square.caveman) : null,
  ]
    .filter(Boolean)
    .join(" ");
}
