// The dialogs of a game.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { LEVELS } from "../ui/game_kinds.js";
import { icon } from "../drawing/pieces.js";
import { seatSheet } from "./seat_sheet_view.js";
import { sharing } from "./share_view.js";
import { shown } from "./state.js";
import { timeDialog } from "./time_view.js";
import { unseenView } from "./unseen_view.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

/**
 * @param {ShownState} state
 * @param {TableActions} actions
 */
export function dialogs(state, actions) {
  if (!state.dialog) return null;
  const closed = () => actions.game.openDialog(null);
  if (state.dialog.type === "seat") return seatSheet(state, state.dialog, actions, closed);
  return h(
    "dialog",
    {
      class: `card ${CLASSES[state.dialog.type] ?? ""}`,
      key: state.dialog.type,
      created: (element) => element.showModal(),
      onclose: closed,
      "aria-labelledby": "dialog-title",
    },
    content(state, state.dialog, actions),
  );
}

/** @type {Record<string, string>} by the type of a dialog */
const CLASSES = { talk: "talk", plan: "plan", notebook: "talk notebook" };

/**
 * Closing gives the focus back to where it was.
 * @param {Child[]} more
 */
const buttons = (...more) =>
  h(
    "div",
    { class: "row" },
    more,
    h("button", { onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() }, t("close")),
  );
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

/**
 * Whether two people play, so that the one who stays may end the game when the other leaves.
 * @param {TableState} state
 */
const isForTwo = ({ tables, last }) => {
  const seats = tables[last]?.seats ?? [];
  return seats.length === 2 && seats.every((seat) => !seat.bot);
};

/** @type {(state: TableState, dialog: Exclude<Dialog, { type: "seat" }>, actions: TableActions) => Child[]} */
function content(state, dialog, actions) {
  switch (dialog.type) {
    case "keys":
      return [
        title(t("keys")),
        h(
          "dl",
          { class: "keys" },
          KEYS.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(name))]),
        ),
        h("p", {}, t("key_press")),
        buttons(),
      ];
    case "resign":
      return [
        title(t("resign")),
        h("p", {}, t(isForTwo(state) ? "resign_text_two" : "resign_text")),
        buttons(h("button", { class: "grave", onclick: actions.game.resign }, icon("flag"), t("resign"))),
      ];
    case "report":
    case "notes":
    case "talk":
    case "plan":
    case "plans":
    case "guess":
    case "notebook":
    case "questions":
      return dialog.draw();
    case "time": {
      const table = state.tables[state.last];
      const inside = table && state.clock ? timeDialog(table, state.clock, actions.game) : [];
      return [title(t("table_time")), ...inside, buttons()];
    }
    case "share":
      return [title(t("share")), sharing(state), buttons()];
    case "fork":
      return [
        title(t("fork")),
        h("p", {}, t("fork_text", { at: state.at })),
        buttons(
          LEVELS.map((level) =>
            h("button", { onclick: () => actions.game.fork(level) }, icon("bot"), word("levels", level)),
          ),
        ),
      ];
    case "unseen":
      return [
        h("h2", { id: "dialog-title", tabindex: "-1", autofocus: true }, t("unseen_dominoes")),
        ...unseenView(shown(state)?.rules.game ?? "origins", dialog.left),
        buttons(),
      ];
    default:
      return [title(t("fair_deal")), ...fairness(dialog), buttons()];
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
