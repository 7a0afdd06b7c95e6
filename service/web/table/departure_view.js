// A player has left: everybody at the table reads it. In a game of two the one who stays may end it there, as the
// winner.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

const LEAVING = ["seat_resigned", "seat_timed_out"];

/**
 * A dialog, until it has been read.
 * @param {TableState} state
 * @param {{ game: import("./game_actions.js").GameActions }} actions
 */
export function departure(state, { game }) {
  const table = state.tables[state.last];
  const step = state.steps.findLast(({ type }) => LEAVING.includes(type));
  if (!table || !step || !state.isLive || table.status === "over" || !isNews(step, table, state)) return null;
  const playOn = () => game.playOn(step.seq);
  const button = (/** @type {string} */ name, /** @type {() => unknown} */ press, classes = "") =>
    h("button", { key: name, class: classes, onclick: press }, t(name));
  return h(
    "dialog",
    {
      class: "card departure",
      key: "departure",
      created: (element) => element.showModal(),
      onclose: playOn,
      "aria-labelledby": "departure-title",
    },
    h("h2", { id: "departure-title" }, icon("flag"), " ", step.text),
    table.may_claim ? h("p", {}, t("may_claim")) : null,
    h(
      "div",
      { class: "row" },
      table.may_claim
        ? [button("claim_victory", game.claim, "main"), button("play_on_against_bot", playOn)]
        : button("close", playOn),
    ),
  );
}

/**
 * Whether it is still to be read; the one who resigned knows it.
 * @type {(step: Step, table: Table, state: TableState) => boolean}
 */
const isNews = ({ seq, seat, type }, { viewer }, { departure: read }) =>
  seq > read && !(seat === viewer && type === LEAVING[0]);
