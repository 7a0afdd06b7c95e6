// How one does at puzzles, in a few figures.

import { h } from "../dom.js";
import { t } from "../words.js";

export const solver = (known) => h("section", { class: "card setting", key: "puzzles", "aria-labelledby": "puzzles-title" },
  h("h2", { id: "puzzles-title" }, t("own_puzzles")),
  known.total ? [
    h("p", { class: "figure" }, h("b", {}, t("puzzles_solved", { solved: known.solved, total: known.total }))),
    h("p", { class: "faint" }, t("puzzles_rating", { rating: Math.round(known.rating.rating), deviation: Math.round(known.rating.deviation) })),
    known.streak.days ? h("p", { class: "faint" }, t("puzzles_streak", { count: known.streak.days })) : null,
  ] : h("p", { class: "faint" }, t("puzzles_none")),
  h("p", {}, h("a", { class: "button", href: "/puzzles" }, t("to_puzzles"))));
