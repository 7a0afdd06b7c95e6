// How somebody does at puzzles: a few figures, and the rating over time.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { curves } from "../ui/curves.js";

const MARGIN = 40; // points of rating below the lowest

/** @param {SolverRecord} known */
export const solver = (known) =>
  h(
    "section",
    { class: "card setting", key: "puzzles", "aria-labelledby": "puzzles-title" },
    h("h2", { id: "puzzles-title" }, t("own_puzzles")),
    known.total
      ? [
          h("p", { class: "figure" }, h("b", {}, t("puzzles_solved", { solved: known.solved, total: known.total }))),
          h(
            "p",
            { class: "faint" },
            t("puzzles_rating", {
              rating: Math.round(known.rating.rating),
              deviation: Math.round(known.rating.deviation),
            }),
          ),
          known.streak.days ? h("p", { class: "faint" }, t("puzzles_streak", { count: known.streak.days })) : null,
          ratingCurve(known.graph),
        ]
      : h("p", { class: "faint" }, t("puzzles_none")),
    h("p", {}, h("a", { class: "button", href: "/puzzles" }, t("to_puzzles"))),
  );

/** @param {SolverRecord["graph"]} graph */
export function ratingCurve(graph) {
  const points = graph.map((point) => ({ at: Date.parse(point.at), value: point.rating }));
  return points.length > 1
    ? curves(
        [{ name: t("puzzle_rating"), points }],
        [t("day"), "", t("results_rating")],
        Math.min(...points.map(({ value }) => value)) - MARGIN,
      )
    : null;
}
