// The scores that solvers reached: a bar for each score up to the optimum, and the same as a table.

import { h } from "../core/dom.js";
import { grouped, t } from "../core/words.js";
import { scale } from "../ui/scale.js";

const WIDTH = 320;
const HEIGHT = 130;
const FOOT = 22; // margins
const HEAD = 34;
const SIDE = 10;
const FLOOR = HEIGHT - FOOT;
const LEAST = 8; // scores: bars must not become doors

/** @param {PuzzleOutcome} outcome */
export function histogram({ histogram: counts, optimum, solvers, attempts }) {
  const own = attempts[0].score;
  const least = Math.min(optimum - LEAST + 1, ...counts.map(({ score }) => score));
  const most = Math.max(1, ...counts.map((entry) => entry.solvers));
  const x = scale(least, optimum + 1, SIDE, WIDTH - SIDE);
  const y = scale(0, most, FLOOR, HEAD);
  const width = x(least + 1) - x(least);
  const byScore = new Map(counts.map((entry) => [entry.score, entry.solvers]));
  const scores = Array.from({ length: optimum - least + 1 }, (_, index) => least + index);
  const labelled = [least, own, optimum].filter(
    (score, index, all) => all.indexOf(score) === index && (score === own || Math.abs(score - own) * width > 26),
  );
  return h(
    "section",
    { class: "histogram card", key: "histogram" },
    h("h2", {}, t("all_solvers", { count: solvers })),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("histogram_text", { own, optimum }) },
      scores.map((score) => {
        const count = byScore.get(score) ?? 0;
        const classes = `${score === own ? "own" : ""} ${score === optimum ? "best" : ""}`;
        const top = count ? Math.min(FLOOR - 3, y(count)) : FLOOR;
        return h("g", { key: score, class: classes }, bar(count, x(score), width, top));
      }),
      limit(x(optimum + 1)),
      labelled.map((score) =>
        h(
          "text",
          {
            key: `t${score}`,
            class: score === own ? "own" : "",
            x: x(score + 0.5),
            y: HEIGHT - 5,
            "text-anchor": "middle",
          },
          score,
        ),
      ),
    ),
    h("ul", { class: "legend" }, h("li", { class: "own" }, t("your_score"))),
    h(
      "details",
      { class: "as-table", key: "histogram-table" },
      h("summary", {}, t("as_table")),
      table(counts, own, optimum),
    ),
  );
}

/**
 * The optimum: a line to the right of its bar, which nobody can pass, with its name above all bars.
 * @param {number} at
 */
const limit = (at) =>
  h(
    "g",
    { key: "limit", class: "limit" },
    h("line", { class: "goal", x1: at, x2: at, y1: 0, y2: FLOOR + 2 }),
    h("text", { x: at - 5, y: 11, "text-anchor": "end" }, t("the_optimum")),
  );

/** @type {(count: number, left: number, width: number, top: number) => Child[]} */
function bar(count, left, width, top) {
  const middle = left + width / 2;
  return [
    h("rect", { class: "floor", x: left + 1, y: FLOOR, width: width - 2, height: 2 }),
    h("rect", { x: left + 1, y: top, width: width - 2, height: FLOOR - top, rx: 2 }),
    count && width > 14 ? h("text", { x: middle, y: top - 4, "text-anchor": "middle" }, count) : null,
  ];
}

/**
 * @param {PuzzleOutcome["histogram"]} counts
 * @param {number} own
 * @param {number} optimum
 */
const table = (counts, own, optimum) =>
  h(
    "table",
    { class: "figures" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("points_head")),
        h("th", { scope: "col", class: "number" }, t("solvers_head")),
      ),
    ),
    h(
      "tbody",
      {},
      [...counts]
        .sort((first, second) => second.score - first.score)
        .map(({ score, solvers }) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              score,
              score === optimum ? ` (${t("the_optimum")})` : "",
              score === own ? ` (${t("your_score")})` : "",
            ),
            h("td", { class: "number" }, grouped(solvers)),
          ),
        ),
    ),
  );
