// Numbers over time: as curves, and as a table for those who do not see them.

import { h } from "../core/dom.js";
import { figure, locale, t } from "../core/words.js";
import { path, scale } from "./scale.js";

const WIDTH = 640;
const HEIGHT = 220;
const LEFT = 40; // margins
const BOTTOM = 28;
const TOP = 10;
const RIGHT = 8;
const LINES = 5;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** @typedef {{ at: number, value: number, address?: string }} Point */
/** @typedef {{ name: string, points: Point[] }} Series the oldest point first; there is at least one */

/**
 * @param {Series[]} series
 * @param {string[]} heads of the table
 * @param {number} floor is always in sight
 */
export function curves(series, heads, floor = 0) {
  const all = series.flatMap(({ points }) => points);
  const [times, values] = [all.map(({ at }) => at), all.map(({ value }) => value)];
  const [begin, end] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.floor(Math.min(floor, ...values)), Math.ceil(Math.max(1, ...values))];
  const x = scale(begin, Math.max(begin + 1, end), LEFT, WIDTH - RIGHT);
  const y = scale(low, high, HEIGHT - BOTTOM, TOP);
  const label = series.map(({ name, points }) => `${name} ${shown(lastOf(points).value)}`).join(", ");
  return h(
    "div",
    { class: "curves" },
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      marks(low, high).map((mark) => [
        h("line", { class: "mark-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
        h("text", { class: "mark-text end", x: LEFT - 6, y: y(mark) + 4 }, figure(mark)),
      ]),
      h("text", { class: "mark-text", x: LEFT, y: HEIGHT - 4 }, day.format(begin)),
      h("text", { class: "mark-text end", x: WIDTH - RIGHT, y: HEIGHT - 4 }, day.format(end)),
      series.map(({ points }, number) =>
        h(
          "g",
          { class: `seat-${number}` },
          h("path", {
            class: "curve",
            d: path(points.map(({ at, value }) => [x(at), y(value)])),
          }),
          h("circle", { class: "curve-end", cx: x(lastOf(points).at), cy: y(lastOf(points).value), r: 4 }),
        ),
      ),
    ),
    h(
      "ul",
      { class: "curve-names", "aria-hidden": "true" },
      series.map(({ name, points }, number) =>
        h(
          "li",
          { class: `seat-${number}` },
          h("span", { class: "dot" }),
          name,
          " ",
          h("b", {}, shown(lastOf(points).value)),
        ),
      ),
    ),
    h("details", { key: "table" }, h("summary", {}, t("as_table")), table(series, heads)),
  );
}

/** @param {Point[]} points */
const lastOf = (points) => points[points.length - 1];

/** @param {number} value */
const shown = (value) => figure(value, { digits: Math.abs(value) < 100 ? 1 : 0 });

/**
 * The round numbers at which a line is drawn: a few, whatever the range.
 * @param {number} low
 * @param {number} high
 */
function marks(low, high) {
  const step = STEPS.find((size) => (high - low) / size <= LINES) ?? STEPS[STEPS.length - 1];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, number) => (first + number) * step);
}

/**
 * @param {Series[]} series
 * @param {string[]} heads
 */
function table(series, heads) {
  const rows = series
    .flatMap(({ name, points }) => points.map((point) => ({ name, ...point })))
    .sort((first, second) => second.at - first.at);
  return h(
    "div",
    { class: "scrolled", tabindex: 0, role: "region", "aria-label": t("as_table") },
    h(
      "table",
      { class: "figures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("td", {}, row.address ? h("a", { href: row.address }, day.format(row.at)) : day.format(row.at)),
            h("td", {}, row.name),
            h("td", { class: "number" }, shown(row.value)),
          ),
        ),
      ),
    ),
  );
}
