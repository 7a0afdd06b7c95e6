// The streak: days in a row on which the puzzle of the day was tried.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** @param {Streak} record */
export const streak = (record) =>
  h(
    "section",
    { class: "streak card", key: "streak", "aria-labelledby": "streak-title" },
    h("h2", { id: "streak-title" }, t("streak")),
    h(
      "p",
      { class: "flame" },
      piece(record.today ? "fire-token-1" : "fire-printed", record.today ? "" : "is-cold"),
      h("b", {}, record.days),
      " ",
      h("span", {}, t("days_in_a_row", { count: record.days })),
    ),
    h(
      "p",
      { class: "faint" },
      t(record.today ? "streak_done" : "streak_open"),
      " ",
      t("longest_streak", { count: record.longest }),
    ),
    h("p", { class: "faint" }, t("freezes", { count: record.freezes }), " ", t("until_freeze")),
  );
