// Small parts about people on the moderators' pages.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { piece } from "../drawing/pieces.js";
import { moderatedName } from "./reports_view.js";

/**
 * Who did it.
 * @param {ModeratedAct} act
 */
export const actor = ({ by, by_name: name }) => (by === "operator" ? t("by_operator") : moderatedName(by, name));

/** @param {Error} problem */
export const notForYou = (problem) =>
  h(
    "section",
    { class: "card centred-card", key: "nobody" },
    piece("volcano-3", "portrait"),
    h("h1", {}, t("moderation")),
    h("p", {}, problem.message),
    h("div", { class: "row" }, h("a", { class: "button main", href: "/lobby" }, t("to_lobby"))),
  );
