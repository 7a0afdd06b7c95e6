// The drawn pieces, by name. How they look is in styles/base.css and pieces.svg.

import { h } from "../core/dom.js";
import { assets } from "../core/words.js";

/** Puts the pieces into the page, from where `use` takes them. */
export async function loadPieces() {
  const drawing = await (await fetch(`${assets}/pieces.svg`)).text();
  const pieces = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  document.getElementById("pieces")?.replaceWith(pieces);
  pieces.setAttribute("class", "pieces");
  pieces.setAttribute("aria-hidden", "true");
}

/** @type {(name: string, props?: Props) => ElementNode} */
export const use = (name, props) => h("use", { href: `#${name}`, ...props });

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
