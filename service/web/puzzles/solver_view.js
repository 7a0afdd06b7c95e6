// A player's results at puzzles: a few figures, and the rating over time.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { curves } from "../ui/curves.js";
import { setting } from "../ui/setting.js";
import { ratingText } from "./rating_text.js";

const MARGIN = 40; // points of rating below the lowest

/** @param {SolverRecord} record */
export const solver = (record) =>
  setting(
    "puzzles",
    t("own_puzzles"),
    record.total
      ? [
          h("p", { class: "figure" }, h("b", {}, t("puzzles_solved", { solved: record.solved, total: record.total }))),
          h(
            "p",
            { class: "faint" },
            t("puzzles_rating", {
              rating: ratingText(record.rating.rating, record.rating.provisional),
              deviation: record.rating.deviation,
            }),
          ),
          record.streak.days ? h("p", { class: "faint" }, t("puzzles_streak", { count: record.streak.days })) : null,
          ratingCurve(record.graph),
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
