// What is drawn on a territory's window rather than on the land: it stays where it is when the land moves below.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { CELL } from "./grid.js";

/** @typedef {import("./grid.js").Area} Area */
/** @typedef {{ area: Area, view: Area }} Frame the cells that fit into the window, and those that are in it now */
/** @typedef {{ cells: Cell[], label?: string, lost?: Cell[] }} Note about a move, and the squares it would lose */

const USUAL = 7; // cells of a window in which letters have their usual size
const LETTER = 15.5; // about as wide as a letter of a note
const HIGH = 46; // a note
const GAP = 12;

/** @param {Frame} frame */
const nearness = ({ area, view }) => area.width / view.width;

/** @param {Frame} frame */
const letterSize = ({ area }) => area.width / USUAL;

/**
 * Where a point of the land is in the window.
 * @type {(frame: Frame, at: Cell) => [x: number, y: number]}
 */
const toWindow = (frame, [x, y]) => {
  const scale = CELL * nearness(frame);
  return [(x - frame.view.left) * scale, (y - frame.view.top) * scale];
};

/**
 * The transform that brings the land into the window.
 * @param {Frame} frame
 */
export function shift(frame) {
  const { view } = frame;
  return `scale(${nearness(frame)}) translate(${-view.left * CELL}px, ${-view.top * CELL}px)`;
}

/**
 * The names of columns and rows.
 * @param {Frame} frame
 */
export function rim(frame) {
  const { view, area } = frame;
  const size = letterSize(frame);
  const [width, height] = [area.width * CELL, area.height * CELL];
  /** @type {(first: number, count: number) => number[]} */
  const whole = (first, count) => Array.from({ length: Math.floor(count) }, (_, index) => Math.ceil(first) + index);
  /** @type {(text: string, x: number, y: number) => ElementNode} */
  const name = (text, x, y) => h("text", { key: text, transform: `translate(${x} ${y}) scale(${size})` }, text);
  return h(
    "g",
    { key: "rim", class: "rim", "aria-hidden": "true" },
    whole(view.left, view.width).map((x) =>
      name(cellName([x, 0])[0], toWindow(frame, [x + 0.5, 0])[0], height - 8 * size),
    ),
    whole(view.top, view.height).map((y) =>
      name(cellName([0, y]).slice(1), width - 16 * size, toWindow(frame, [0, y + 0.5])[1] + 8 * size),
    ),
  );
}

/**
 * A few words beside the cells they are about, wherever they are not cut off.
 * @param {Frame} frame
 * @param {Cell[]} cells
 * @param {string} text
 */
export function pill(frame, cells, text) {
  const [width, height] = [frame.area.width * CELL, frame.area.height * CELL];
  const long = text.length * LETTER + 2 * GAP;
  const size = Math.min(letterSize(frame), width / long);
  const [left, top] = toWindow(frame, [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))]);
  const [right, bottom] = toWindow(frame, [
    Math.max(...cells.map(([x]) => x)) + 1,
    Math.max(...cells.map(([, y]) => y)) + 1,
  ]);
  const above = top - (HIGH + GAP) * size;
  const x = Math.min(Math.max((left + right - long * size) / 2, 0), width - long * size);
  const y = Math.min(above >= 0 ? above : Math.max(bottom + GAP * size, 0), height - HIGH * size);
  return h(
    "g",
    { key: "note", class: "note", transform: `translate(${x} ${y}) scale(${size})` },
    h("rect", { width: long, height: HIGH, rx: HIGH / 2 }),
    h("text", { x: long / 2, y: HIGH / 2 + 9, "text-anchor": "middle" }, text),
  );
}

/**
 * Squares that could not be reached any more.
 * @param {Cell[]} cells
 */
export const hatched = (cells) =>
  h(
    "g",
    { key: "lost", class: "lost" },
    cells.map(([x, y]) =>
      h("path", { d: `M${x * CELL} ${y * CELL}m5 30l25-25m-25 60l60-60m-60 90l90-90m-55 90l55-55m-20 55l20-20` }),
    ),
  );

/**
 * Back to the whole territory.
 * @param {Frame} frame
 * @param {string} label
 * @param {() => void} press
 */
export function zoomButton(frame, label, press) {
  const size = letterSize(frame);
  return h(
    "g",
    {
      key: "zoom-out",
      class: "zoom-out",
      role: "button",
      tabindex: 0,
      "aria-label": label,
      transform: `translate(${frame.area.width * CELL - 92 * size} ${8 * size}) scale(${size})`,
      onclick: (event) => {
        event.stopPropagation(); // it is not a press on the square below
        press();
      },
    },
    h("rect", { width: 84, height: 84, rx: 20 }),
    h("path", { d: "M20 34h14v-14M64 34h-14v-14M20 50h14v14M64 50h-14v14" }),
  );
}
