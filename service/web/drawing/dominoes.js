// Dominoes as they lie in a line, or in the hand.

import { h } from "../core/dom.js";
import { ground, symbols, use } from "./pieces.js";
import { describe } from "./territory.js";

/**
 * A domino in a few words.
 * @param {GameName} game
 * @param {Tile} slot
 */
export const dominoText = (game, slot) => `${slot.domino}: ${describe(game, slot.a)} / ${describe(game, slot.b)}`;

/**
 * A domino as it lies in a line.
 * @param {GameName} game
 * @param {Tile} slot
 */
export function domino(game, slot) {
  return h(
    "svg",
    { class: "domino", viewBox: "-3 -3 206 106", "aria-hidden": "true" },
    [slot.a, slot.b].map((square, half) =>
      h(
        "g",
        { transform: `translate(${half * 100} 0)` },
        use(ground(game, square, slot.domino, half), { width: 100, height: 100 }),
        symbols(game, square),
      ),
    ),
    h("rect", { class: "edge", x: 1, y: 1, width: 198, height: 98, rx: 10 }),
  );
}

/**
 * The domino in hand, turned as it will be placed.
 * @param {GameName} game
 * @param {Tile} slot
 * @param {number} turn
 */
export const heldDomino = (game, slot, turn, props = {}) =>
  h(
    "svg",
    { viewBox: "-108 -108 216 216", "aria-hidden": "true", ...props },
    h("g", { transform: `rotate(${turn * 90}) translate(-100 -50)` }, domino(game, slot).children),
  );
