// The bar above a page that has no connection, or that has sent something too late.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/**
 * @param {boolean} isGone
 * @param {{ moves: number, answers: number }} waiting
 * @param {string[]} overtaken games that are to be asked about
 * @param {boolean} keepsNothing whether this browser stores nothing for us
 */
export function offlineBar(isGone, { moves, answers }, overtaken, keepsNothing) {
  const [game] = overtaken;
  if (!isGone && !game) return null;
  const links = [
    h("a", { href: "/games" }, t("my_games")),
    " · ",
    h("a", { href: "/puzzles/daily" }, t("embed_daily")),
    " · ",
    h("a", { href: "/puzzles" }, t("puzzles")),
  ];
  const stillHere = keepsNothing ? t("offline_not_kept") : [t("offline_text"), " ", links];
  const said = isGone
    ? [
        h("b", {}, t("offline_title")),
        " ",
        moves ? [t("offline_moves", { count: moves }), " "] : null,
        answers ? [t("offline_answers", { count: answers }), " "] : null,
        moves || answers ? null : stillHere,
      ]
    : [h("b", {}, t("offline_overtaken")), " ", h("a", { href: `/game/${game}` }, t("act_look"))];
  return h("section", { class: "offline", key: "offline", role: "status" }, h("p", {}, said));
}
