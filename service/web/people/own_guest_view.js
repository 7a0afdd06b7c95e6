// "Bring your 3 games along?": asked once, after signing in to an account in a browser that played as a guest.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

/** @typedef {import("./own_guest.js").OwnGuest} OwnGuest */
/** @typedef {import("./own_guest.js").Handed} Handed */
/** @typedef {{ guest: OwnGuest, handed: Handed | null, problem: string, isBusy: boolean }} Bringing */

/**
 * @param {Bringing} state
 * @param {{ bring: () => void, leave: () => void, goOn: () => void }} actions
 */
export const bringing = (state, actions) =>
  h(
    "section",
    { class: "card centred-card", key: "bringing", "aria-labelledby": "bringing-title" },
    piece("chief", "portrait"),
    state.handed ? answer(state.guest, state.handed, actions.goOn) : question(state, actions),
  );

/** @type {(state: Bringing, actions: { bring: () => void, leave: () => void }) => Child[]} */
const question = ({ guest, problem, isBusy }, { bring, leave }) => [
  title(
    guest.games ? t("bring_games", { count: guest.games }) : t("bring_puzzles", { count: guest.puzzles }),
    "question",
  ),
  h("p", {}, t("bring_text", { name: guest.name })),
  h("p", { class: "problem", role: "alert" }, problem),
  h(
    "div",
    { class: "row" },
    h("button", { class: "main", disabled: isBusy, onclick: bring }, t("bring_yes")),
    h("button", { disabled: isBusy, onclick: leave }, t("bring_no")),
  ),
];

/** @type {(guest: OwnGuest, handed: Handed, goOn: () => void) => Child[]} */
const answer = (guest, handed, goOn) => [
  title(t("games_brought", { count: handed.games.length }), "answer"),
  reasons(handed).map(([why, count]) => h("p", { key: why }, t(`stay_${why}`, { count, name: guest.name }))),
  h("button", { class: "main", onclick: goOn }, t("my_games")),
];

/** @type {(text: string, key: string) => ElementNode} with the focus, because the form that was there is gone */
const title = (text, key) =>
  h("h1", { id: "bringing-title", key, tabindex: "-1", created: (element) => element.focus() }, text);

/** @type {(handed: Handed) => [string, number][]} how many games stay, and why */
function reasons({ stay }) {
  const whys = Object.values(stay);
  return [...new Set(whys)].map((why) => [why, whys.filter((other) => other === why).length]);
}
