// A form for practice, and the puzzles that you have not solved yet.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { KINDS, select, shortTitle } from "../ui/game_kinds.js";
import { nextPuzzle, RATINGS } from "./practice.js";

/** @typedef {import("./practice.js").Wish} Wish */
/** @typedef {{ theme: string, puzzles: number }} Theme */
/** @typedef {{ theme: string, kind: string, rating: string }} Choice an empty text stands for any */

/**
 * @param {Theme[]} themes
 * @param {SolverRecord | null} own
 * @param {Choice} choice
 * @param {(name: keyof Choice) => (value: string) => void} choose
 */
export function practice(themes, own, choice, choose) {
  const chosen = Object.fromEntries(Object.entries(choice).filter(([, value]) => value));
  /** @param {Wish} wanted */
  const go = (wanted) => withNotice(() => nextPuzzle(wanted));
  const shown = themes
    .filter(({ puzzles }) => puzzles)
    .map(({ theme, puzzles }) => [theme, `${t(`theme_${theme}`)} (${puzzles})`])
    .sort(([, first], [, second]) => first.localeCompare(second));
  /** @type {(name: keyof Choice, options: string[][]) => ElementNode} */
  const field = (name, options) =>
    h(
      "label",
      { class: "field" },
      t(`practice_${name}`),
      select([["", t(`any_${name}`)], ...options], choice[name], choose(name)),
    );
  const failed = own ? own.total - own.solved : 0;
  return h(
    "section",
    { class: "card setting practice", key: "practice", "aria-labelledby": "practice-title" },
    h("h2", { id: "practice-title" }, t("practice")),
    h("p", { class: "faint" }, t("practice_text")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          go(chosen);
        },
      },
      field(
        "kind",
        Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]),
      ),
      field("theme", shown),
      field(
        "rating",
        Object.entries(RATINGS).map(([name, rating]) => [name, `${t(`rating_${name}`)} (${rating})`]),
      ),
      h("button", { class: "main" }, icon("play"), t("start_practice")),
    ),
    failed
      ? h("button", { class: "retry-failed", onclick: () => go({ failed: "true" }) }, icon("undo"), t("retry_failed"))
      : null,
  );
}
