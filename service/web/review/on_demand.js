// The review before anybody has asked for it: an offer. Everything else comes when it is wanted.

import { h } from "../core/dom.js";
import { onDemand } from "../core/on_demand.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @typedef {typeof import("./review_view.js")} ReviewViews */
/** @typedef {typeof import("./verdict_view.js")} VerdictViews */

const reviews = onDemand(() => import("./review_view.js"), "hints");
const verdicts = onDemand(() => import("./verdict_view.js"), "hints");

/** @type {ReviewViews["review"]} */
export function review(table, state, actions) {
  if (state.line || state.tables[state.last]?.status !== "over") return null;
  if (state.review) return reviews()?.review(table, state, actions) ?? null;
  return h(
    "section",
    { class: "review card is-offered", key: "review" },
    h("h2", {}, t("review")),
    h("p", {}, t("review_text")),
    h("button", { title: `${t("review_it")} (V)`, onclick: actions.review.open }, icon("graph"), t("review_it")),
  );
}

/** @type {VerdictViews["verdict"]} */
export const verdict = (table, state, actions) => (state.review && verdicts()?.verdict(table, state, actions)) ?? null;

/** @type {VerdictViews["verdictMarks"]} */
export const verdictMarks = (state) =>
  (state.review && verdicts()?.verdictMarks(state)) ?? { marks: [], seat: null, before: null };

/** @type {VerdictViews["lineBar"]} */
export const lineBar = (table, state, actions) => (state.line && verdicts()?.lineBar(table, state, actions)) ?? null;
