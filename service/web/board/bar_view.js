// The bar that says what is due: at the table, and in a puzzle.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";

/**
 * What is due with its buttons, others for any time, and something that takes the place of the words.
 * @param {DueNow} due
 * @param {boolean} isMine
 * @param {Child} others
 * @param {Child} [instead]
 */
export const bar = (due, isMine, others, instead) =>
  h(
    "section",
    { class: `action ${isMine ? "mine" : ""}`, key: "action", "aria-label": t("what_to_do") },
    h(
      "div",
      { class: "due" },
      due.held,
      due.icon ? piece(due.icon, due.seat === undefined ? "" : `seat-${due.seat}`) : null,
      h(
        "p",
        {},
        due.news ? h("span", { class: "news", title: due.news }, due.news) : null,
        h("b", {}, due.title),
        due.hint ? h("span", { class: "faint" }, due.hint) : null,
      ),
    ),
    h("div", { class: "row" }, due.buttons),
    h("div", { class: "row extras" }, others),
    instead,
  );

/** @param {() => unknown} press */
export const takeBack = (press, isOff = false) =>
  h(
    "button",
    { key: "undo", class: "brief", disabled: isOff, onclick: press, title: `${t("take_back")} (U)` },
    icon("undo"),
    h("span", {}, t("take_back")),
  );
