// What everybody reached: a bar for each score up to the optimum, and the same as a table.

import { h } from "../core/dom.js";
import { number, t } from "../core/words.js";

const WIDTH = 320,
  HEIGHT = 130,
  FOOT = 22,
  HEAD = 18,
  SIDE = 10;
const LEAST = 8; // scores: bars must not become doors

export function histogram({ histogram: counts, optimum, solvers, attempts }) {
  const own = attempts[0].score;
  const least = Math.min(optimum - LEAST + 1, ...counts.map(({ score }) => score));
  const most = Math.max(1, ...counts.map((one) => one.solvers));
  const wide = (WIDTH - 2 * SIDE) / (optimum - least + 1);
  const known = new Map(counts.map((one) => [one.score, one.solvers]));
  const bars = Array.from({ length: optimum - least + 1 }, (_, index) => least + index);
  return h(
    "section",
    { class: "histogram card", key: "histogram" },
    h("h2", {}, t("all_solvers", { count: solvers })),
    h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("histogram_text", { own, optimum }) },
      bars.map((score, index) =>
        bar(score, known.get(score) ?? 0, {
          left: SIDE + index * wide,
          wide,
          most,
          isOwn: score === own,
          isBest: score === optimum,
        }),
      ),
      [least, own, optimum]
        .filter(
          (score, index, all) => all.indexOf(score) === index && (score === own || Math.abs(score - own) * wide > 26),
        )
        .map((score) =>
          h(
            "text",
            {
              key: `t${score}`,
              class: score === own ? "own" : "",
              x: SIDE + (score - least + 0.5) * wide,
              y: HEIGHT - 5,
              "text-anchor": "middle",
            },
            score,
          ),
        ),
    ),
    h(
      "ul",
      { class: "legend" },
      h("li", { class: "own" }, t("your_score")),
      h("li", { class: "best" }, t("the_optimum")),
    ),
    h(
      "details",
      { class: "as-table", key: "histogram-table" },
      h("summary", {}, t("as_table")),
      table(counts, own, optimum),
    ),
  );
}

function bar(score, count, { left, wide, most, isOwn, isBest }) {
  const high = count ? Math.max(3, (count / most) * (HEIGHT - FOOT - HEAD)) : 0;
  const [x, width] = [left + 1, wide - 2];
  return h(
    "g",
    { key: score, class: `${isOwn ? "own" : ""} ${isBest ? "best" : ""}` },
    isBest ? h("line", { class: "goal", x1: left + wide / 2, x2: left + wide / 2, y1: 0, y2: HEIGHT - FOOT }) : null,
    h("rect", { class: "floor", x, y: HEIGHT - FOOT, width, height: 2 }),
    h("rect", { x, y: HEIGHT - FOOT - high, width, height: high, rx: 2 }),
    count && wide > 14
      ? h("text", { x: left + wide / 2, y: HEIGHT - FOOT - high - 4, "text-anchor": "middle" }, count)
      : null,
  );
}

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
        .sort((one, other) => other.score - one.score)
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
            h("td", { class: "number" }, number.format(solvers)),
          ),
        ),
    ),
  );
