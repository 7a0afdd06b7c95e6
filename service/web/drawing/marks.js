// Suggested moves drawn on the table: ghosts, arrows and outlines, each with its value.

import { h } from "../core/dom.js";
import { same } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";
import { CELL } from "./grid.js";
import { ghost, outline, pieceAt } from "./territory.js";

/** @typedef {[x: number, y: number]} Point of the picture */
/** @typedef {{ move: Move, kind: string, label: string }} Mark */

const LETTER = 15; // about as wide as a letter of a tag

/** @type {(cell: Cell) => Point} */
const middle = ([x, y]) => [(x + 0.5) * CELL, (y + 0.5) * CELL];

/**
 * The value of a move, on a small tag at a point.
 * @param {Point} point
 * @param {string} text
 * @param {string} kind
 */
function tag([x, y], text, kind) {
  const width = text.length * LETTER + 18;
  return h(
    "g",
    { class: `tag ${kind}`, transform: `translate(${x} ${y})` },
    h("rect", { x: -width / 2, y: -20, width, height: 40, rx: 20 }),
    h("text", { "text-anchor": "middle", y: 10 }, text),
  );
}

/**
 * From one cell to another, as far as its edge.
 * @param {Cell} from
 * @param {Cell} to
 * @param {string} kind
 */
function arrow(from, to, kind) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const end = [x2 - Math.cos(angle) * 40, y2 - Math.sin(angle) * 40];
  /** @param {number} turn */
  const wing = (turn) => `L${end[0] - Math.cos(angle + turn) * 26} ${end[1] - Math.sin(angle + turn) * 26}`;
  const head = `M${end[0]} ${end[1]}${wing(0.5)}M${end[0]} ${end[1]}${wing(-0.5)}`;
  return h("path", { class: `arrow ${kind}`, d: `M${x1} ${y1}L${end[0]} ${end[1]}${head}` });
}

/**
 * @param {Cell} cell
 * @param {string} kind
 */
export const ring = ([x, y], kind) =>
  h("rect", { class: `ring ${kind}`, x: x * CELL + 6, y: y * CELL + 6, width: CELL - 12, height: CELL - 12, rx: 16 });

/**
 * A move on the territory of the player who makes it; `before` is the table on which it is due. Null, if it is not
 * made there.
 * @param {Table} before
 * @param {Mark} mark
 * @param {number} key
 */
export function boardMark(before, { move, kind, label }, key) {
  const drawn = drawing(before, move, kind);
  return drawn
    ? h("g", { key: `mark${key}`, class: `suggested ${kind}` }, drawn.shapes, label ? tag(drawn.at, label, kind) : null)
    : null;
}

/** @type {(before: Table, move: Move, kind: string) => { shapes: Child, at: Point } | null} */
function drawing(before, move, kind) {
  if (move.type === "place") return placing(before, move, kind);
  if (move.type === "fire") return throwing(before, move, kind);
  return move.type === "recruit" ? recruiting(move, kind) : null;
}

/** @type {(before: Table, move: Place, kind: string) => { shapes: Child, at: Point }} */
function placing(before, move, kind) {
  const slot = before.line.find((candidate) => candidate.domino === move.domino);
  const [[ax, ay], [bx, by]] = [middle(move.a), middle(move.b)];
  const shapes = [
    kind === "best" && slot ? ghost(before.rules.game, slot, move) : null,
    outline(move.a, move.b, `mark-edge ${kind}`),
  ];
  return { shapes, at: [(ax + bx) / 2, (ay + by) / 2] };
}

/** @type {(before: Table, move: Fire, kind: string) => { shapes: Child, at: Point }} */
function throwing({ seats, seat, volcano }, move, kind) {
  const token = seats[seat ?? 0].territory.squares.find((square) => volcano && same(square.at, volcano));
  const flight = token && [
    arrow(token.at, move.at, kind),
    h("g", { class: "ghost" }, pieceAt(move.at, `fire-token-${token.craters}`, 18)),
  ];
  return { shapes: [kind === "best" ? flight : null, ring(move.at, kind)], at: tagAbove(move.at) };
}

/** @type {(move: Recruit, kind: string) => { shapes: Child, at: Point }} */
function recruiting(move, kind) {
  const payments = move.spend.map((cell) => [
    ring(cell, `${kind} spent`),
    same(cell, move.at) ? null : arrow(cell, move.at, `${kind} thin`),
  ]);
  const caveman = kind === "best" ? h("g", { class: "ghost" }, pieceAt(move.at, `caveman-${move.caveman}`, 10)) : null;
  return { shapes: [payments, caveman, ring(move.at, kind)], at: tagAbove(move.at) };
}

/** @type {(cell: Cell) => Point} */
const tagAbove = ([x, y]) => [(x + 0.5) * CELL, (y + 0.94) * CELL];

/**
 * Cells that a hint points at.
 * @param {Cell[]} cells
 */
export const area = (cells) =>
  h(
    "g",
    { key: "area", class: "area" },
    cells.map((cell) => ring(cell, "area")),
  );

/**
 * The marks of the dominoes of the lines, by their numbers.
 * @param {Mark[]} marks
 */
export function lineMarks(marks) {
  /** @type {Map<number, Mark>} */
  const byDomino = new Map();
  for (const mark of [...marks].reverse()) for (const domino of dominoesOf(mark.move)) byDomino.set(domino, mark);
  return byDomino;
}
