// Where solvers put the first domino: drawn on the board, and as a table.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { grouped, language, t } from "../core/words.js";
import { CELL } from "../drawing/grid.js";

const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

/** @param {PuzzleOutcome} puzzleOutcome */
export function heat({ heat: cells, solvers }) {
  const most = Math.max(1, ...cells.map((cell) => cell.solvers));
  return h(
    "g",
    { key: "heat", class: "heat" },
    cells.map(({ at: [x, y], solvers: count }) => [
      h("rect", {
        x: x * CELL + 4,
        y: y * CELL + 4,
        width: CELL - 8,
        height: CELL - 8,
        rx: 14,
        style: { "--share": count / most },
      }),
      h(
        "text",
        { x: (x + 0.5) * CELL, y: (y + 0.5) * CELL + 10, "text-anchor": "middle" },
        percent.format(count / solvers),
      ),
    ]),
  );
}

/** @param {PuzzleOutcome} puzzleOutcome */
export const heatTable = ({ heat: cells, solvers }) =>
  h(
    "details",
    { class: "as-table", key: "heat-table" },
    h("summary", {}, t("as_table")),
    h(
      "table",
      { class: "figures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("cell")),
          h("th", { scope: "col", class: "number" }, t("solvers_head")),
          h("th", { scope: "col", class: "number" }, t("share_head")),
        ),
      ),
      h(
        "tbody",
        {},
        [...cells]
          .sort((first, second) => second.solvers - first.solvers)
          .map((cell) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, cellName(cell.at)),
              h("td", { class: "number" }, grouped(cell.solvers)),
              h("td", { class: "number" }, percent.format(cell.solvers / solvers)),
            ),
          ),
      ),
    ),
  );
