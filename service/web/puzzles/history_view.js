// Your results at puzzles: rating over time, and every result.

import { h } from "../core/dom.js";
import { locale, t } from "../core/words.js";
import { dayText } from "../ui/dates.js";
import { setting } from "../ui/setting.js";
import { puzzleName } from "./naming.js";
import { ratingCurve } from "./solver_view.js";
import { ratingText } from "./rating_text.js";
import { stars } from "./stars_view.js";

const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });

/** @param {SolverRecord} solverRecord */
export function rating({ rating: current, graph, solved, total }) {
  return setting(
    "rating",
    t("puzzle_rating"),
    h(
      "p",
      { class: "figure" },
      h("b", {}, ratingText(current.rating, current.provisional)),
      " ",
      h("span", { class: "faint" }, `± ${current.deviation}`),
      " · ",
      t("puzzles_solved", { solved, total }),
    ),
    h("p", { class: "faint" }, t("puzzle_rating_text"), " ", current.provisional ? t("provisional_text") : null),
    ratingCurve(graph),
  );
}

/**
 * @param {SolverRecord} solverRecord
 * @param {() => unknown} more
 */
export function history({ results, total }, more) {
  return h(
    "section",
    { class: "card setting", key: "history", "aria-labelledby": "history-title" },
    h("h2", { id: "history-title" }, t("history"), " ", h("span", { class: "tally", "aria-hidden": "true" }, total)),
    h(
      "div",
      { class: "scrolled", tabindex: 0, role: "region", "aria-labelledby": "history-title" },
      h(
        "table",
        { class: "figures history" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [t("day"), t("puzzle"), t("points_head"), t("result_head")].map((head) => h("th", { scope: "col" }, head)),
          ),
        ),
        h("tbody", {}, results.map(row)),
      ),
    ),
    results.length < total ? h("button", { type: "button", onclick: more }, t("show_older_results")) : null,
  );
}

/** @param {OwnPuzzleResult} result */
const row = (result) =>
  h(
    "tr",
    { key: result.puzzle },
    h("td", {}, date.format(new Date(result.at))),
    h(
      "th",
      { scope: "row" },
      h("a", { href: `/puzzles/${result.puzzle}` }, result.day ? dayText(result.day) : puzzleName(result.name)),
    ),
    h(
      "td",
      {},
      t("score_of_optimum", result),
      result.best > result.score ? h("small", { class: "faint" }, ` ${t("best_later", { best: result.best })}`) : null,
    ),
    h(
      "td",
      {},
      stars(result.stars),
      result.hints ? h("small", { class: "faint" }, ` ${t("hints_taken", { count: result.hints })}`) : null,
    ),
  );
