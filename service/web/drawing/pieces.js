// The drawn pieces, by name. How they look is in styles/base.css and in pieces.svg, kingdomino.svg and totems.svg.

import { untilItComes } from "../core/arriving.js";
import { h, patch } from "../core/dom.js";
import { assets } from "../core/words.js";

const addressOf = (/** @type {string} */ file) => `${assets}/${file}`;
const asText = (/** @type {Response} */ answer) => answer.text();

/** @param {string} drawing is put into the page, from where `use` takes its pieces */
function add(drawing) {
  const pieces = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  pieces.setAttribute("class", "pieces");
  document.getElementById("pieces")?.append(pieces);
}

/** Unless the shell brought them. */
export const loadPieces = async () =>
  document.querySelector("#pieces .pieces") ?? add(await untilItComes(addressOf("pieces.svg"), asText));

// What not every game needs, by file.
const APART = { "kingdomino.svg": /^(terrain-kingdomino-.*|king|castle|crown)$/, "totems.svg": /^totem-/ };
/** @type {Record<string, Promise<void> | undefined>} */
const coming = {};

/**
 * Settled when the pieces of this file are there, or cannot be had now.
 * @param {string} file
 */
const fetched = (file) =>
  (coming[file] ??= fetch(addressOf(file))
    .then(asText)
    .then(add)
    .catch(() => (coming[file] = undefined)));

/**
 * Settled when the pieces of a game are there that not every game has, so that none of them comes late.
 * @param {Rules} rules
 */
export const piecesOf = ({ game, mode }) =>
  game === "kingdomino" ? fetched("kingdomino.svg") : mode === "totem" ? fetched("totems.svg") : undefined;

// What lies on boards many times. A copy of such a piece has a dozen elements to lay out; a rectangle filled with it is
// one.
const FILLS = /^(terrain-.*|volcano-\d|mammoth|fish|mushroom|flint|fire-printed|crown)$/;
/** @type {Set<string>} */
const filling = new Set();

/** @type {(name: string, props?: Props) => ElementNode} */
export function use(name, props) {
  for (const [file, names] of Object.entries(APART)) if (names.test(name)) fetched(file);
  if (!FILLS.test(name)) return h("use", { href: `#${name}`, ...props });
  if (!filling.has(name)) prepareFill(name);
  return h("rect", { fill: `url(#fill-${name})`, width: "100%", height: "100%", ...props });
}

/** @param {string} name */
function prepareFill(name) {
  filling.add(name);
  const size = { width: 100, height: 100 };
  const pattern = { id: `fill-${name}`, viewBox: "0 0 100 100", width: 1, height: 1 };
  const fill = h("svg", { width: 0, height: 0 }, h("pattern", pattern, h("use", { href: `#${name}`, ...size })));
  const holder = document.createElement("div");
  patch(holder, [fill]);
  document.getElementById("pieces")?.append(...holder.childNodes);
}

/**
 * A piece as a small picture of its own.
 * @type {(name: string, classes?: string) => ElementNode}
 */
export const piece = (name, classes = "") =>
  h("svg", { class: `piece ${classes}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, use(name));

/** @type {(name: string, classes?: string) => ElementNode} */
export const icon = (name, classes = "") =>
  h("svg", { class: `icon ${classes}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, use(`icon-${name}`));

/**
 * The chief of a player: in Kingdomino, a king.
 * @param {GameName} game
 */
export const chiefOf = (game) => (game === "origins" ? "chief" : "king");

/**
 * What covers a square: its terrain in one of two drawings, or its volcano.
 * @type {(game: GameName, square: { terrain?: string, craters: number }, domino: number, half: number) => string}
 */
export const ground = (game, square, domino, half) =>
  square.craters ? `volcano-${square.craters}` : `terrain-${game}-${square.terrain}-${((domino + half) % 2) + 1}`;

// Fires, crowns and resources lie on dark discs, to be distinguished on small boards too.
export const SMALL = 40; // the size of a mark in hundredths of a square, where squares are small
export const LARGE = 32;
const INSET = 0.13; // between a disc and what lies on it

/**
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
const onDisc = (name, x, y, size) => [
  h("circle", { class: "disc", cx: x + size / 2, cy: y + size / 2, r: size / 2 }),
  use(name, {
    x: x + size * INSET,
    y: y + size * INSET,
    width: size * (1 - 2 * INSET),
    height: size * (1 - 2 * INSET),
    class: "mark",
  }),
];

/**
 * What lies on a square of 100 by 100, from the ground up.
 * @param {GameName} game
 * @param {Square} square
 */
export function symbols(game, square, size = SMALL) {
  const mark = game === "origins" ? "fire-printed" : "crown";
  const apart = Math.min(size, (92 - size) / Math.max(1, square.marks - 1)); // three lie over each other
  return [
    Array.from({ length: square.marks }, (_, place) => onDisc(mark, 4 + place * apart, 4, size)),
    square.resource ? onDisc(square.resource, 19, 21, 66) : null,
    square.caveman ? use(`caveman-${square.caveman}`, { x: 10, y: 12, width: 80, height: 80 }) : null,
    square.fire ? use(`fire-token-${square.fire}`, { x: 18, y: 18, width: 64, height: 64 }) : null,
  ];
}
