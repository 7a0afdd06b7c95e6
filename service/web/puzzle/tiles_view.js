// The dominoes of a puzzle in order: those placed, the one in hand, and those to come.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { domino, dominoText } from "../drawing/dominoes.js";
import { icon } from "../drawing/pieces.js";

/**
 * `placed` counts those that are done, `discarded` are those of them that fitted nowhere.
 * @param {Puzzle} puzzle
 * @param {number[]} discarded
 */
export function tileList({ tiles, rules }, placed = 0, discarded = []) {
  /**
   * @param {Tile} tile
   * @param {number} index
   */
  const stateOf = (tile, index) =>
    discarded.includes(tile.domino) ? "discarded" : index < placed ? "done" : index === placed ? "now" : "later";
  return h(
    "section",
    { class: "domino-line coming", key: "coming" },
    h("h2", {}, t("dominoes_in_order")),
    h(
      "ol",
      {},
      tiles.map((tile, index) => {
        const state = stateOf(tile, index);
        return h(
          "li",
          {
            key: tile.domino,
            class: `is-${state} ${state === "now" ? "acts" : ""}`,
            "aria-current": state === "now" ? "step" : undefined,
          },
          h(
            "div",
            { class: "slot" },
            h("span", { class: "number", "aria-hidden": "true" }, tile.domino),
            domino(rules.game, tile),
            state === "done" ? icon("check") : state === "discarded" ? icon("close") : null,
            h(
              "span",
              { class: "unseen" },
              dominoText(rules.game, tile),
              state === "later" ? "" : `. ${t(`domino_${state}`)}`,
            ),
          ),
        );
      }),
    ),
  );
}
