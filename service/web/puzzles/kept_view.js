// The overview of puzzles without a connection: today's, and those that this device keeps to practise.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { daily } from "./daily_view.js";
import { puzzleName } from "./naming.js";
import { practiceAddress } from "./practice.js";

/**
 * @param {Puzzle | null} today
 * @param {import("../offline/kept_puzzles.js").KeptPuzzle[]} kept
 */
export const keptView = (today, kept) => [
  today ? daily(today) : null,
  kept.length
    ? h(
        "section",
        { class: "card setting", key: "kept", "aria-labelledby": "kept-title" },
        h("h2", { id: "kept-title" }, t("kept_puzzles")),
        h("p", { class: "faint" }, t("kept_puzzles_text")),
        h(
          "ul",
          { class: "kept-puzzles", role: "list" },
          kept.map(({ id, name }) =>
            h(
              "li",
              { key: id },
              h("a", { class: "button", href: practiceAddress(id) }, icon("play"), puzzleName(name)),
            ),
          ),
        ),
      )
    : null,
];
