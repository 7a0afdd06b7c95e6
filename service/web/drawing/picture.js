// A small finished territory, as a picture of what the game looks like.

import { h } from "../core/dom.js";
import { ground, use } from "./pieces.js";

const SIZE = 100;
/** @type {Cell} */
const HUT = [3, 1];
// In the order they were laid: the number, then both squares as [x, y, terrain, what is on it].
/** @typedef {[x: number, y: number, covered: string | number, on?: string]} LaidSquare */
/** @typedef {[number: number, a: LaidSquare, b: LaidSquare]} Laid */

/** @type {Laid[]} */
const DOMINOES = [
  [36, [1, 1, "grassland"], [2, 1, "jungle", "fire-printed"]],
  [25, [4, 0, "desert", "fire-token-1"], [4, 1, "lake", "fire-printed"]],
  [38, [1, 2, "grassland", "mammoth"], [1, 3, 1]],
  [13, [0, 1, "grassland", "caveman-painter"], [0, 2, "grassland", "caveman-hunter"]],
  [26, [3, 0, "desert", "caveman-fire_lady"], [2, 0, "jungle", "fire-printed"]],
  [17, [2, 3, "jungle", "caveman-sculptor"], [2, 2, "jungle", "fire-token-2"]],
  [45, [2, 4, "quarry", "flint"], [1, 4, 2]],
  [19, [3, 2, "grassland"], [4, 2, "lake"]],
  [37, [3, 4, "quarry", "flint"], [4, 4, "quarry", "fire-printed"]],
  [18, [1, 0, "jungle", "mushroom"], [0, 0, "jungle", "mushroom"]],
  [8, [4, 3, "desert"], [3, 3, "jungle", "fire-token-1"]],
  [40, [0, 3, "lake", "fish"], [0, 4, 1]],
];

/** @param {string} label */
export function picture(label) {
  return h(
    "svg",
    { class: "picture", viewBox: "-14 -14 528 528", role: "img", "aria-label": label },
    h("rect", { class: "pic-board", x: -10, y: -10, width: 520, height: 520, rx: 18 }),
    h("g", { class: "pic-hut" }, put("hut", HUT)),
    DOMINOES.map(domino),
    h(
      "g",
      { class: "pic-chief", style: { "--turn": DOMINOES.length } },
      put("chief", [HUT[0] + 0.32, HUT[1] + 0.3], 0.62),
    ),
  );
}

/**
 * @param {Laid} laid
 * @param {number} turn
 */
function domino([number, ...squares], turn) {
  const [[ax, ay], [bx, by]] = squares;
  const [x, y] = [Math.min(ax, bx) * SIZE, Math.min(ay, by) * SIZE];
  const [width, height] = [(Math.abs(ax - bx) + 1) * SIZE, (Math.abs(ay - by) + 1) * SIZE];
  return h(
    "g",
    { class: "pic-domino", style: { "--turn": turn } },
    squares.map(([sx, sy, what], half) => put(covering(what, number, half), [sx, sy])),
    h("rect", { class: "pic-rim", x, y, width, height, rx: 5 }),
    squares.map(
      ([sx, sy, , on]) =>
        on &&
        h(
          "g",
          { class: on.startsWith("fire-token") ? "pic-token" : null },
          put(on, [sx + inset(on), sy + inset(on)], 1 - 2 * inset(on)),
        ),
    ),
  );
}

/**
 * @param {string | number} what
 * @param {number} number
 * @param {number} half
 */
const covering = (what, number, half) =>
  ground("origins", typeof what === "number" ? { craters: what } : { terrain: what, craters: 0 }, number, half);

/** @param {string} name */
const inset = (name) =>
  name.startsWith("caveman") || name.startsWith("fire-token") ? 0.12 : name.startsWith("fire") ? 0.24 : 0.16;

/**
 * @param {string} name
 * @param {Cell} cell
 */
const put = (name, [x, y], scale = 1) =>
  use(name, { x: x * SIZE, y: y * SIZE, width: SIZE * scale, height: SIZE * scale });
