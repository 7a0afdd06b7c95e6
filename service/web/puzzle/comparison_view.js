// What an attempt earned beside the best line, item by item; pointing at an item lights up its squares on the board.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { scoreItems } from "../drawing/scores.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */
/** @typedef {{ points: number, sums: string[], cells: Cell[] }} Earned */

const NOTHING = { points: 0, sums: [], cells: [] };

/**
 * The items of a score by name: regions of one terrain are one item.
 * @param {GameName} game
 * @param {Score} score
 * @returns {Map<string, Earned>}
 */
function byName(game, score) {
  const earned = new Map();
  for (const { name, points, sum, cells } of scoreItems(game, score)) {
    const before = earned.get(name) ?? NOTHING;
    earned.set(name, {
      points: before.points + points,
      sums: [...before.sums, sum].filter(Boolean),
      cells: [...before.cells, ...cells],
    });
  }
  return earned;
}

/**
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
export function comparison({ puzzle, outcome, walk }, actions) {
  const { game } = puzzle.rules;
  const { attempts } = outcome;
  const shown = typeof walk.line === "number" ? attempts[walk.line] : attempts[attempts.length - 1];
  const [own, best] = [shown.points, outcome.points].map((score) => byName(game, score));
  const names = [...new Set([...best.keys(), ...own.keys()])];
  /** @param {string} name */
  const row = (name) => {
    const [yours, others] = [own.get(name) ?? NOTHING, best.get(name) ?? NOTHING];
    const light = { cells: (walk.line === "best" ? others : yours).cells };
    const on = () => actions.attempt.light(light.cells.length ? light : null);
    const off = () => actions.attempt.light(null);
    return h(
      "tr",
      { key: name, class: yours.points === others.points ? "" : "differs", onmouseenter: on, onmouseleave: off },
      h("th", { scope: "row" }, h("button", { class: "plain item", onfocus: on, onblur: off, onclick: on }, name)),
      [yours, others].map(({ points, sums }) =>
        h("td", { class: "number" }, h("b", {}, points), h("small", { class: "faint" }, sums.join(" + "))),
      ),
    );
  };
  return h(
    "section",
    { class: "comparison card", key: "comparison", "aria-labelledby": "comparison-title" },
    h("h2", { id: "comparison-title" }, t("item_by_item")),
    h(
      "table",
      { class: "figures" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["score_item", "your_score", "the_best"].map((name, index) =>
            h("th", { scope: "col", class: index ? "number" : "" }, t(name)),
          ),
        ),
      ),
      h("tbody", {}, names.map(row)),
      h(
        "tfoot",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "row" }, t("total_points")),
          [shown.points, outcome.points].map((score) => h("td", { class: "number" }, h("b", {}, score.total))),
        ),
      ),
    ),
  );
}
