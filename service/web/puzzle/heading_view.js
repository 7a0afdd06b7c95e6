// The heading of a puzzle: which puzzle it is, and by which rules.

import { dayText } from "../ui/dates.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { gameName, special, title } from "../ui/game_kinds.js";
import { icon, piece } from "../drawing/pieces.js";
import { puzzleName } from "../puzzles/naming.js";

/** @type {Record<string, string>} */
const TASKS = { tribe: "task_tribe", totem: "task_totem" };

/** @param {Puzzle} puzzle */
export const puzzleTitle = ({ day, name }) => (day ? t("puzzle_of_day", { day: dayText(day) }) : puzzleName(name));

/** @param {Puzzle} puzzle */
export function heading(puzzle) {
  const { rules } = puzzle;
  return h(
    "header",
    { class: "heading", key: "heading" },
    h("h1", {}, puzzleTitle(puzzle)),
    h("p", { class: "faint" }, [puzzle.day ? title(rules) : gameName(rules), ...special(rules)].join(" · ")),
    h(
      "div",
      { class: "row more" },
      h("a", { class: "button", href: `/rules/${rules.mode ?? rules.game}` }, icon("list"), t("rules")),
      h("a", { class: "button", href: "/puzzles" }, icon("back"), t("all_puzzles")),
    ),
    h("p", { class: "task" }, t(TASKS[rules.mode ?? ""] ?? "task", { count: puzzle.recruits ?? 0 })),
  );
}

/**
 * @param {{ message: string, status: number }} problem
 * @param {() => unknown} again
 */
export const noPuzzle = (problem, again) =>
  h(
    "section",
    { class: "card centred-card", key: "trouble" },
    piece("volcano-3", "portrait"),
    h("h1", {}, t(problem.status === 404 ? "no_puzzle_title" : "puzzle_trouble")),
    h("p", {}, problem.message),
    h(
      "div",
      { class: "row" },
      problem.status === 404 ? null : h("button", { class: "main", onclick: again }, t("try_again")),
      h("a", { class: "button", href: "/puzzles" }, t("all_puzzles")),
    ),
  );
