// How numbers went over time: curves for the eye, the same as a table for everybody.

import { h } from "../core/dom.js";
import { language, t } from "../core/words.js";

const WIDTH = 640,
  HEIGHT = 220,
  LEFT = 40,
  BOTTOM = 28,
  TOP = 10,
  RIGHT = 8;
const LINES = 5;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** Each of `series` is { name, points: [{ at, value, address }] }, oldest first; `heads` are the heads of the table, `floor` is always in sight. */
export function curves(series, heads, floor = 0) {
  const all = series.flatMap(({ points }) => points);
  const [x, y, marks] = scales(all, floor);
  const label = series.map(({ name, points }) => `${name} ${shown(points.at(-1).value)}`).join(", ");
  return h(
    "div",
    { class: "curves" },
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      marks.map((mark) => [
        h("line", { class: "mark-line", x1: LEFT, x2: WIDTH - RIGHT, y1: y(mark), y2: y(mark) }),
        h("text", { class: "mark-text end", x: LEFT - 6, y: y(mark) + 4 }, mark),
      ]),
      h("text", { class: "mark-text", x: LEFT, y: HEIGHT - 4 }, day.format(Math.min(...all.map(({ at }) => at)))),
      h(
        "text",
        { class: "mark-text end", x: WIDTH - RIGHT, y: HEIGHT - 4 },
        day.format(Math.max(...all.map(({ at }) => at))),
      ),
      series.map(({ points }, number) =>
        h(
          "g",
          { class: `seat-${number}` },
          h("path", {
            class: "curve",
            d: points
              .map(({ at, value }, index) => `${index ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
              .join(""),
          }),
          h("circle", { class: "curve-end", cx: x(points.at(-1).at), cy: y(points.at(-1).value), r: 4 }),
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
          h("b", {}, shown(points.at(-1).value)),
        ),
      ),
    ),
    h("details", { key: "table" }, h("summary", {}, t("as_table")), table(series, heads)),
  );
}

const shown = (value) => value.toFixed(Math.abs(value) < 100 ? 1 : 0);

function scales(all, floor) {
  const [begin, last] = [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))];
  const [low, high] = [
    Math.floor(Math.min(floor, ...all.map(({ value }) => value))),
    Math.ceil(Math.max(1, ...all.map(({ value }) => value))),
  ];
  const x = (at) => LEFT + ((at - begin) / Math.max(1, last - begin)) * (WIDTH - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - low) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  const step = STEPS.find((known) => (high - low) / known <= LINES) ?? STEPS.at(-1);
  const first = Math.ceil(low / step);
  return [x, y, Array.from({ length: Math.floor(high / step) - first + 1 }, (_, number) => (first + number) * step)];
}

function table(series, heads) {
  const rows = series
    .flatMap(({ name, points }) => points.map((point) => ({ name, ...point })))
    .sort((one, other) => other.at - one.at);
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
