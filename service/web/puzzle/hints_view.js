// The hints of a puzzle: those taken, drawn on the board too, and the cost of the next one.

import { cellName } from "../core/cells.js";
import { h } from "../core/dom.js";
import { onDemand } from "../core/on_demand.js";
import { t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */

const marks = onDemand(() => import("../drawing/marks.js"), "hints"); // for those who ask for a hint

/**
 * A hint in words.
 * @param {Puzzle} puzzle
 * @param {PuzzleHint} puzzleHint
 */
export function hintText({ rules }, { rung, terrain, cell }) {
  return t(`rung_says_${rung}`, {
    terrain: word("boxes", rules.game, "terrains", terrain),
    cell: cell ? cellName(cell) : "–",
  });
}

/**
 * What the hints taken so far draw on the board; the first cell only as long as nothing lies there.
 * @param {Puzzle} puzzle
 * @param {boolean} isBegun
 */
export function hintDrawing({ ladder }, isBegun) {
  const region = ladder.taken.find((hint) => hint.cells)?.cells;
  const cell = ladder.taken.find((hint) => hint.cell)?.cell;
  const drawn = region || cell ? marks() : null;
  return (
    drawn && [
      region ? drawn.area(region) : null,
      cell && !isBegun ? h("g", { key: "cell", class: "area" }, drawn.ring(cell, "best")) : null,
    ]
  );
}

/**
 * @param {{ puzzle: Puzzle, isSending: boolean }} options
 * @param {PuzzleActions} actions
 */
export function hintCard({ puzzle, isSending }, actions) {
  const { taken, next } = puzzle.ladder;
  return h(
    "section",
    { class: "rungs-card card", key: "hints" },
    h("h2", {}, t("hints")),
    taken.length
      ? h(
          "ol",
          {},
          taken.map((hint) => h("li", { key: hint.rung }, icon("hint"), h("span", {}, hintText(puzzle, hint)))),
        )
      : null,
    next
      ? [
          h(
            "button",
            { key: "next", disabled: isSending, title: `${t(`rung_${next.rung}`)} (H)`, onclick: actions.attempt.hint },
            icon("hint"),
            t(`rung_${next.rung}`),
            h("span", { class: "cost" }, next.stars ? t("costs_stars", { count: next.stars }) : t("costs_nothing")),
          ),
          h("p", { class: "faint" }, next.stars ? t("hint_cost_text") : t("hint_free_text")),
        ]
      : h("p", { class: "faint" }, t("no_more_hints")),
  );
}
