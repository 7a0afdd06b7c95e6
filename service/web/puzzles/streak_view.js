// Days in a row on which the puzzle of the day was tried.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** @param {Streak} known */
export const streak = (known) =>
  h(
    "section",
    { class: "streak card", key: "streak", "aria-labelledby": "streak-title" },
    h("h2", { id: "streak-title" }, t("streak")),
    h(
      "p",
      { class: "flame" },
      piece(known.today ? "fire-token-1" : "fire-printed", known.today ? "" : "is-cold"),
      h("b", {}, known.days),
      " ",
      h("span", {}, t("days_in_a_row", { count: known.days })),
    ),
    h(
      "p",
      { class: "faint" },
      t(known.today ? "streak_done" : "streak_open"),
      " ",
      t("longest_streak", { count: known.longest }),
    ),
    h("p", { class: "faint" }, t("freezes", { count: known.freezes }), " ", t("until_freeze")),
  );
