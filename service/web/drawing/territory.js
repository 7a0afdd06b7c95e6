// A territory: its squares, what lies on them, and what can be done there.

import { among, same } from "../core/cells.js";
import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { border, cellsOf, CELL, extent, limits, overlap, regionsOf } from "./grid.js";
import { hatched, pill, rim, shift, zoomButton } from "./rim.js";
import { ground, LARGE, SMALL, symbols, use } from "./pieces.js";

/** @typedef {import("./grid.js").Area} Area */
/** @typedef {import("./rim.js").Note} Note */

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
 * @property {Note | null} [note] about the move that is pointed at
 * @property {number} [around] how many more cells are shown than the territory may measure
 * @property {Area} [area] the cells to show, if what is built need not be in the middle
 * @property {Area | null} [zoom] a part of them, to look closer
 * @property {() => void} [zoomOut]
 * @property {boolean} [coordinates] whether columns and rows are named at the rim
 * @property {string} label
 * @property {Listeners} [listeners] for pointer and keys
 * @property {(square: PlacedSquare) => Props} [speaks] what a square with a caveman needs to tell of it
 * @property {string} [classes]
 */

const FREE = "h70a12 12 0 0 1 12 12v70a12 12 0 0 1-12 12h-70a12 12 0 0 1-12-12v-70a12 12 0 0 1 12-12z"; // a free cell

/** @param {Cell} cell */
const key = (cell) => `${cell[0]},${cell[1]}`;

/** @param {Cell} cell */
const at = (cell) => `translate(${cell[0] * CELL} ${cell[1] * CELL})`;

/**
 * Which half of its domino each square is: the halves are drawn differently, wherever they lie.
 * @param {PlacedSquare[]} squares
 */
function halves(squares) {
  const seen = new Set();
  return new Map(
    squares.map((square) => {
      const half = seen.has(square.domino) ? 1 : 0;
      seen.add(square.domino);
      return [square, half];
    }),
  );
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
 * @param {Cell} cell
 * @param {string} name
 * @param {number} inset
 */
export const pieceAt = ([x, y], name, inset) =>
  use(name, { x: x * CELL + inset, y: y * CELL + inset, width: CELL - 2 * inset, height: CELL - 2 * inset });

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
        symbols(game, square, LARGE),
      ),
    ),
    outline(move.a, move.b, "edge held"),
  );
}

/**
 * One seat's territory.
 * @param {TerritoryDrawing} drawing
 */
export function territory(drawing) {
  const { seat, number, lit, around = 0, zoom, label, listeners = {}, classes = "" } = drawing;
  const area = drawing.area ?? extent(seat.territory, around);
  const frame = { area, view: zoom ?? area };
  return h(
    "svg",
    {
      class: `territory seat-${number} ${classes} ${lit ? "has-lit" : ""}`,
      viewBox: `-4 -4 ${area.width * CELL + 8} ${area.height * CELL + 8}`,
      "aria-label": label,
      role: listeners.onkeydown ? "application" : "img",
      tabindex: listeners.onkeydown ? 0 : undefined,
      ...listeners,
    },
    h(
      "g",
      { key: `land${number}`, class: `land ${zoom ? "is-near" : ""}`, style: { transform: shift(frame) } },
      landscape(drawing, area),
    ),
    onWindow(drawing, frame),
  );
}

/** @type {(drawing: TerritoryDrawing, area: Area) => Child} */
function landscape(drawing, area) {
  const { game, seat, number, fresh, lit, spots = [], taken = [], aim = null, held, note, around = 0 } = drawing;
  const size = drawing.classes?.includes("large") ? LARGE : SMALL;
  return [
    soil(seat.territory, area, around > 0),
    use(game === "origins" ? "hut" : "castle", { key: "hut", width: CELL, height: CELL, class: "home" }),
    regions(game, seat.territory, { lit, aim, size, speaks: drawing.speaks }),
    dominoes(seat.territory.squares, fresh, number),
    note?.lost ? hatched(note.lost) : null,
    cellsToChoose(seat.territory, spots, taken, aim),
    held,
  ];
}

/** @type {(drawing: TerritoryDrawing, frame: import("./rim.js").Frame) => Child} */
const onWindow = ({ coordinates, note, zoom, zoomOut }, frame) => [
  coordinates ? rim(frame) : null,
  note?.label ? pill(frame, note.cells, note.label) : null,
  zoom && zoomOut ? zoomButton(frame, t("whole_board"), zoomOut) : null,
];

/**
 * Free land; where it matters, only as far as the territory can still grow, within a frame.
 * @type {(land: Territory, area: Area, isFramed: boolean) => Child}
 */
function soil(land, area, isFramed) {
  const free = isFramed ? overlap(limits(land), area) : area; // no domino reaches beyond what is shown
  return [
    h("path", {
      class: "soil",
      key: "soil",
      d: cellsOf(free)
        .map(([x, y]) => `M${x * CELL + 15} ${y * CELL + 3}${FREE}`)
        .join(""), // one element, and not one for each cell
    }),
    isFramed ? frameOf(free) : null,
  ];
}

/** @param {Area} area */
const frameOf = ({ left, top, width, height }) =>
  h("rect", {
    key: "limit",
    class: "limit",
    x: left * CELL - 1,
    y: top * CELL - 1,
    width: width * CELL + 2,
    height: height * CELL + 2,
    rx: 14,
  });

/**
 * @typedef {Pick<TerritoryDrawing, "lit" | "speaks"> & { aim: Cell | null, size: number }} RegionLook
 * @type {(game: GameName, land: Territory, look: RegionLook) => Child}
 */
function regions(game, { squares }, { lit, aim, size, speaks }) {
  const half = halves(squares);
  return regionsOf(squares).map((region) => {
    const cells = region.map((square) => square.at);
    const isAimed = aim && among(cells, aim);
    return h(
      "g",
      { key: `r${key(cells[0])}`, class: `region of-${region[0].terrain} ${isAimed ? "aimed" : ""}` },
      region.map((square) =>
        h(
          "g",
          {
            key: key(square.at),
            transform: at(square.at),
            class: `square ${lit && among(lit, square.at) ? "lit" : ""}`,
            ...(square.caveman ? speaks?.(square) : null),
          },
          use(ground(game, square, square.domino, half.get(square) ?? 0), { width: CELL, height: CELL }),
          symbols(game, square, size),
        ),
      ),
      h("path", { key: "border", class: "border", d: border(cells) }),
    );
  });
}

/** @type {(land: Territory, spots: Cell[], taken: Cell[], aim: Cell | null) => Child} */
function cellsToChoose({ squares }, spots, taken, aim) {
  const built = new Set(squares.map((square) => key(square.at)));
  return [...spots, ...taken.filter((cell) => !among(spots, cell))].map((cell) => {
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
  });
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
