// The puzzle of the day: its start, its dominoes, and a link to solve it.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { title } from "../ui/game_kinds.js";
import { domino, dominoText } from "../drawing/dominoes.js";
import { icon } from "../drawing/pieces.js";
import { dayText } from "../ui/dates.js";
import { stars } from "./stars_view.js";
import { territory } from "../drawing/territory.js";

/**
 * `more` follows the link to the puzzle.
 * @param {Puzzle} puzzle
 * @param {Child} [more]
 */
export function daily(puzzle, more) {
  const { rules, tiles, result } = puzzle;
  const name = t("puzzle_of_day", { day: dayText(puzzle.day ?? "") });
  return h(
    "section",
    { class: "daily card", key: "daily", "aria-labelledby": "daily-title" },
    h(
      "a",
      { class: "daily-board", href: "/puzzles/daily", tabindex: "-1", "aria-hidden": "true" },
      territory({ game: rules.game, seat: puzzle, number: 0, label: t("start_position") }),
    ),
    h(
      "div",
      { class: "daily-text" },
      h("h2", { id: "daily-title" }, name),
      h("p", { class: "faint" }, title(rules)),
      h("p", {}, t("daily_text", { count: tiles.length })),
      h(
        "ol",
        { class: "daily-tiles", "aria-label": t("dominoes_in_order") },
        tiles.map((tile) =>
          h(
            "li",
            { key: tile.domino },
            domino(rules.game, tile),
            h("span", { class: "unseen" }, dominoText(rules.game, tile)),
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        result
          ? [
              stars(result.stars, "large"),
              h("b", {}, t("score_of_optimum", result)),
              h("a", { class: "button", href: "/puzzles/daily" }, icon("eye"), t("see_result")),
            ]
          : h("a", { class: "button main", href: "/puzzles/daily" }, icon("play"), t("solve")),
        more,
      ),
    ),
  );
}
