// Hints before anybody has asked for one: the button. Everything else comes when it is wanted.

import { h } from "../core/dom.js";
import { onDemand } from "../core/on_demand.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @typedef {typeof import("./hint_view.js")} HintViews */

const views = onDemand(() => import("./hint_view.js"), "hints");

/**
 * @param {{ hint: HintState | null }} state
 * @param {import("./hint_actions.js").HintActions} hints
 */
export const hintButton = (state, hints) =>
  h(
    "button",
    {
      key: "hint",
      class: "ask-hint",
      title: `${t("hint")} (H)`,
      "aria-pressed": String(Boolean(state.hint)),
      onclick: hints.ask,
    },
    icon("hint"),
    t("hint"),
  );

/** @type {HintViews["shownHint"]} */
export const shownHint = (table, state) => (state.hint && views()?.shownHint(table, state)) ?? null;

/** @type {HintViews["hintMarks"]} */
export const hintMarks = (hint) => /** @type {HintViews} */ (views()).hintMarks(hint);

/** @type {HintViews["hintWorth"]} */
export const hintWorth = (hint, totem) => (hint && views()?.hintWorth(hint, totem)) ?? null;

/** @type {HintViews["hintBar"]} */
export const hintBar = (table, hint, hints) => (hint && views()?.hintBar(table, hint, hints)) ?? null;

/** @type {HintViews["hintList"]} */
export const hintList = (table, hint, actions) => (hint && views()?.hintList(table, hint, actions)) ?? null;
