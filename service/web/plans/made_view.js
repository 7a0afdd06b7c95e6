// The moves of a finished game that plans have made; pressing one shows it.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @type {(steps: Step[], made: PlannedMove[], show: (seq: number) => void) => Child[]} */
export const madeView = (steps, made, show) => [
  h("h2", { id: "dialog-title", tabindex: "-1", autofocus: true }, t("plan_moves")),
  h("p", { class: "faint" }, t(made.length ? "plan_moves_about" : "plan_moves_none")),
  h(
    "ol",
    { class: "plan-moves" },
    made.map(({ seq, seat }) =>
      h(
        "li",
        { key: seq },
        h("button", { class: `plain seat-${seat}`, onclick: () => show(seq) }, steps[seq - 1]?.text ?? ""),
      ),
    ),
  ),
  h(
    "div",
    { class: "row" },
    h("button", { onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() }, t("close")),
  ),
];
