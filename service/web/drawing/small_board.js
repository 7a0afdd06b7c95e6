// A territory as small as in a list: terrains as flat colours, and a dot for fires or crowns. Names beside it say whose
// it is, so it says nothing itself.

import { h } from "../core/dom.js";

const LEAST = 5; // squares: what has just been begun looks as if there was room
/** @type {Record<string, string>} */
const NAMES = { "*": "home" };

/**
 * @param {string} land rows of letters, as projections/small_board.py writes them
 * @param {number} seat
 */
export function smallBoard(land, seat) {
  const rows = land.split("/");
  const side = Math.max(LEAST, rows.length, rows[0].length);
  const [left, top] = [(side - rows[0].length) / 2, (side - rows.length) / 2];
  /** @type {Map<string, string>} */
  const squares = new Map(); // of each terrain, as one path
  let marks = "";
  rows.forEach((row, y) =>
    [...row].forEach((letter, x) => {
      if (letter === ".") return;
      const terrain = letter.toLowerCase();
      squares.set(terrain, `${squares.get(terrain) ?? ""}M${left + x} ${top + y}h1v1h-1z`);
      if (letter !== terrain) marks += `M${left + x + 0.5} ${top + y + 0.5}h0`;
    }),
  );
  return h(
    "svg",
    { class: `small-board seat-${seat}`, viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" },
    [...squares].map(([terrain, d]) => h("path", { key: terrain, class: `on-${NAMES[terrain] ?? terrain}`, d })),
    marks ? [h("path", { class: "mark-rim", d: marks }), h("path", { class: "mark", d: marks })] : null,
  );
}
