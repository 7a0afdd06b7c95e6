// The drawn pieces, by name. Look is in style.css and pieces.svg.

import { h } from "../core/dom.js";

export const use = (name, props) => h("use", { href: `#${name}`, ...props });

/** A piece as a small picture of its own. */
export const piece = (name, classes = "") =>
  h("svg", { class: `piece ${classes}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, use(name));

export const icon = (name, classes = "") =>
  h("svg", { class: `icon ${classes}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, use(`icon-${name}`));

/** What covers a square: its terrain in one of two drawings, or its volcano. */
export const ground = (game, square, domino, half) =>
  square.craters ? `volcano-${square.craters}` : `terrain-${game}-${square.terrain}-${((domino + half) % 2) + 1}`;
