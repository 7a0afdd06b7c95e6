// Moves drawn on the table without being made: ghosts, arrows and outlines, each with what it is worth.

import { h } from "../core/dom.js";
import { dominoesOf } from "./dominoes.js";
import { use } from "./pieces.js";
import { CELL, ghost, outline } from "./territory.js";

const LETTER = 15; // about as wide as a letter of a tag

const middle = ([x, y]) => [(x + 0.5) * CELL, (y + 0.5) * CELL];

/** What a move is worth, on a little tag at a point. */
function tag([x, y], text, kind) {
  const width = text.length * LETTER + 18;
  return h(
    "g",
    { class: `tag ${kind}`, transform: `translate(${x} ${y})` },
    h("rect", { x: -width / 2, y: -20, width, height: 40, rx: 20 }),
    h("text", { "text-anchor": "middle", y: 10 }, text),
  );
}

/** From one cell to another, as far as its edge. */
function arrow(from, to, kind) {
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const end = [x2 - Math.cos(angle) * 40, y2 - Math.sin(angle) * 40];
  const wing = (turn) => `L${end[0] - Math.cos(angle + turn) * 26} ${end[1] - Math.sin(angle + turn) * 26}`;
  const head = `M${end[0]} ${end[1]}${wing(0.5)}M${end[0]} ${end[1]}${wing(-0.5)}`;
  return h("path", { class: `arrow ${kind}`, d: `M${x1} ${y1}L${end[0]} ${end[1]}${head}` });
}

export const ring = ([x, y], kind) =>
  h("rect", { class: `ring ${kind}`, x: x * CELL + 6, y: y * CELL + 6, width: CELL - 12, height: CELL - 12, rx: 16 });

const piece = ([x, y], name, inset) =>
  use(name, { x: x * CELL + inset, y: y * CELL + inset, width: CELL - 2 * inset, height: CELL - 2 * inset });

/** A move on the territory of who makes it; `before` is the table on which it is due. Nothing, if it is not made there. */
export function onBoard(before, { move, kind, label }, key) {
  const drawn = DRAWN[move.type]?.(before, move, kind);
  return drawn
    ? h("g", { key: `mark${key}`, class: `suggested ${kind}` }, drawn.shapes, label ? tag(drawn.at, label, kind) : null)
    : null;
}

const DRAWN = {
  place: (before, move, kind) => {
    const slot = before.line.find((candidate) => candidate.domino === move.domino);
    const [[ax, ay], [bx, by]] = [middle(move.a), middle(move.b)];
    const shapes = [
      kind === "best" && slot ? ghost(before.rules.game, slot, move) : null,
      outline(move.a, move.b, `mark-edge ${kind}`),
    ];
    return { shapes, at: [(ax + bx) / 2, (ay + by) / 2] };
  },
  fire: (before, move, kind) => {
    const token = before.seats[before.seat].territory.squares.find(
      (square) => before.volcano && square.at[0] === before.volcano[0] && square.at[1] === before.volcano[1],
    );
    return {
      shapes: [
        token && kind === "best"
          ? [
              arrow(token.at, move.at, kind),
              h("g", { class: "ghost" }, piece(move.at, `fire-token-${token.craters}`, 18)),
            ]
          : null,
        ring(move.at, kind),
      ],
      at: tagAbove(move.at),
    };
  },
  recruit: (before, move, kind) => ({
    shapes: [
      move.spend.map((cell) => [
        ring(cell, `${kind} spent`),
        cell[0] === move.at[0] && cell[1] === move.at[1] ? null : arrow(cell, move.at, `${kind} thin`),
      ]),
      kind !== "best" ? null : h("g", { class: "ghost" }, piece(move.at, `caveman-${move.caveman}`, 10)),
      ring(move.at, kind),
    ],
    at: tagAbove(move.at),
  }),
};

const tagAbove = ([x, y]) => [(x + 0.5) * CELL, (y + 0.94) * CELL];

/** Cells where to look. */
export const area = (cells) =>
  h(
    "g",
    { key: "area", class: "area" },
    cells.map((cell) => ring(cell, "area")),
  );

/** The marks of the dominoes of the lines: by number, how they are marked and what they are worth. */
export function onLines(marks) {
  const found = new Map();
  for (const mark of [...marks].reverse()) for (const domino of dominoesOf(mark.move)) found.set(domino, mark);
  return found;
}
