// A move that waits for the connection, or that the game has overtaken: what is said of it, and what can be done.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/**
 * @param {HeldMove} held
 * @param {{ withdraw: () => void, insist: () => void }} actions
 * @returns {DueNow}
 */
export function heldMove(held, { withdraw, insist }) {
  if (!held.isAsked) {
    return {
      title: t("held_title"),
      hint: t("held_text"),
      buttons: h("button", { key: "withdraw", onclick: withdraw }, t("held_back")),
    };
  }
  return {
    title: t(held.isLegal ? "moved_title" : "moved_impossible"),
    news: held.happened,
    buttons: [
      held.isLegal ? h("button", { key: "insist", class: "main", onclick: insist }, t("moved_still")) : null,
      h("button", { key: "withdraw", onclick: withdraw }, t("moved_drop")),
    ],
  };
}
