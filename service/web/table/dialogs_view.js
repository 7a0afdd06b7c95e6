// The menu of a game, and the dialogs that it opens.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { LEVELS } from "../ui/game_kinds.js";
import { icon } from "../drawing/pieces.js";
import { recordAddress } from "./addresses.js";
import { sharing } from "./share_view.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 */
export function menu(table, state, actions) {
  const isSeated = table.viewer !== null;
  const isOver = state.tables[state.last]?.status === "over";
  /**
   * @param {string} name
   * @param {string} text
   * @param {() => unknown} press
   */
  const entry = (name, text, press) => h("button", { key: name, onclick: press }, icon(name), text);
  return h(
    "div",
    { class: "row more", key: "more" },
    isOver && isSeated ? h("button", { class: "main", onclick: actions.game.rematch }, t("rematch")) : null,
    isOver ? entry("check", t("fair_deal"), actions.game.verifyDeal) : null,
    h(
      "details",
      { class: "menu", key: "menu" },
      h("summary", { "aria-label": t("more"), title: t("more") }, icon("menu")),
      h(
        "div",
        { class: "card" },
        entry("share", t("share"), () => actions.game.openDialog({ type: "share" })),
        entry("fork", t("fork"), () => actions.game.openDialog({ type: "fork" })),
        h(
          "a",
          { class: "button", href: recordAddress(state.game), download: `${state.game}.txt` },
          icon("download"),
          t("export_record"),
        ),
        h("a", { class: "button", href: `/rules/${table.rules.mode ?? table.rules.game}` }, icon("list"), t("rules")),
        entry("keyboard", t("keys"), () => actions.game.openDialog({ type: "keys" })),
        table.viewer !== null && !isOver && !table.seats[table.viewer].bot
          ? entry("flag", t("resign"), () => actions.game.openDialog({ type: "resign" }))
          : null,
      ),
    ),
  );
}

/**
 * @param {ShownState} state
 * @param {TableActions} actions
 */
export function dialogs(state, actions) {
  if (!state.dialog) return null;
  const close = () => actions.game.openDialog(null);
  return h(
    "dialog",
    {
      class: "card",
      key: state.dialog.type,
      created: (element) => element.showModal(),
      onclose: close,
      "aria-labelledby": "dialog-title",
    },
    content(state, state.dialog, actions, close),
  );
}

/**
 * @param {() => void} close
 * @param {Child[]} more
 */
const buttons = (close, ...more) => h("div", { class: "row" }, more, h("button", { onclick: close }, t("close")));
/** @param {string} text */
const title = (text) => h("h2", { id: "dialog-title" }, text);

const KEYS = [
  ["R", "turn_domino"],
  ["← ↑ → ↓", "key_arrows"],
  ["Enter", "key_enter"],
  ["U", "take_back"],
  ["← →", "key_steps"],
  ["↑ ↓", "key_turns"],
  ["Shift ↑ ↓", "key_rounds"],
  ["Home / End", "key_ends"],
  ["P", "autoplay"],
  ["H", "hint_key"],
  ["V", "review_it"],
  ["M", "mistake_forward"],
  ["Shift M", "mistake_back"],
  ["T", "turning_point_forward"],
  ["Esc", "key_escape"],
  ["N", "next_game"],
  ["?", "keys"],
];

/** @type {(state: TableState, dialog: Dialog, actions: TableActions, close: () => void) => Child[]} */
function content(state, dialog, actions, close) {
  switch (dialog.type) {
    case "keys":
      return [
        title(t("keys")),
        h(
          "dl",
          { class: "keys" },
          KEYS.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(name))]),
        ),
        buttons(close),
      ];
    case "resign":
      return [
        title(t("resign")),
        h("p", {}, t("resign_text")),
        buttons(close, h("button", { class: "main", onclick: actions.game.resign }, icon("flag"), t("resign"))),
      ];
    case "share":
      return [title(t("share")), sharing(state), buttons(close)];
    case "fork":
      return [
        title(t("fork")),
        h("p", {}, t("fork_text", { at: state.at })),
        buttons(
          close,
          LEVELS.map((level) =>
            h("button", { class: "main", onclick: () => actions.game.fork(level) }, icon("bot"), word("levels", level)),
          ),
        ),
      ];
    default:
      return [title(t("fair_deal")), ...fairness(dialog), buttons(close)];
  }
}

/** @type {(dialog: Extract<Dialog, { type: "fair" }>) => Child[]} */
const fairness = ({ isKept, promised, computed }) => [
  h("p", { class: isKept ? "good" : "bad" }, h("b", {}, t(isKept ? "fair_kept" : "fair_broken"))),
  h("p", {}, t("fair_text")),
  h(
    "dl",
    { class: "hashes" },
    h("dt", {}, t("fair_promised")),
    h("dd", {}, h("code", {}, promised)),
    h("dt", {}, t("fair_found")),
    h("dd", {}, h("code", {}, computed)),
  ),
];
