// What lies over the table for a moment: more to do with this game, and questions about it.

import { of, read } from "../core/client.js";
import { h } from "../core/dom.js";
import { check } from "./fair.js";
import { trying } from "../core/notices.js";
import { t, word } from "../core/words.js";
import { LEVELS } from "../ui/game_kinds.js";
import { icon } from "../drawing/pieces.js";
import { sharing } from "./share_view.js";

export function menu(table, state, acts) {
  const isSeated = table.viewer !== null;
  const isOver = state.tables[state.last]?.status === "over";
  const entry = (name, text, press) => h("button", { key: name, onclick: press }, icon(name), text);
  return h(
    "div",
    { class: "row more", key: "more" },
    isOver && isSeated ? h("button", { class: "main", onclick: acts.rematch }, t("rematch")) : null,
    isOver
      ? entry("check", t("fair_deal"), () =>
          trying(async () => acts.dialog({ type: "fair", ...check((await read(of(state.game, "/events")))[0].event) })),
        )
      : null,
    h(
      "details",
      { class: "menu", key: "menu" },
      h("summary", { "aria-label": t("more"), title: t("more") }, icon("menu")),
      h(
        "div",
        { class: "card" },
        entry("share", t("share"), () => acts.dialog({ type: "share" })),
        entry("fork", t("fork"), () => acts.dialog({ type: "fork" })),
        h(
          "a",
          { class: "button", href: of(state.game, "/record"), download: `${state.game}.txt` },
          icon("download"),
          t("export_record"),
        ),
        h("a", { class: "button", href: `/rules/${table.rules.mode ?? table.rules.game}` }, icon("list"), t("rules")),
        entry("keyboard", t("keys"), () => acts.dialog({ type: "keys" })),
        isSeated && !isOver && !table.seats[table.viewer].bot
          ? entry("flag", t("resign"), () => acts.dialog({ type: "resign" }))
          : null,
      ),
    ),
  );
}

export function dialogs(table, state, acts) {
  if (!state.dialog) return null;
  const close = () => acts.dialog(null);
  return h(
    "dialog",
    {
      class: "card",
      key: state.dialog.type,
      created: (element) => element.showModal(),
      onclose: close,
      "aria-labelledby": "dialog-title",
    },
    DIALOGS[state.dialog.type](state, acts, close),
  );
}

const buttons = (close, ...more) => h("div", { class: "row" }, more, h("button", { onclick: close }, t("close")));
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

const DIALOGS = {
  keys: (state, acts, close) => [
    title(t("keys")),
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, name]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(name))]),
    ),
    buttons(close),
  ],
  resign: (state, acts, close) => [
    title(t("resign")),
    h("p", {}, t("resign_text")),
    buttons(close, h("button", { class: "main", onclick: acts.resign }, icon("flag"), t("resign"))),
  ],
  share: (state, acts, close) => [title(t("share")), sharing(state), buttons(close)],
  fork: (state, acts, close) => [
    title(t("fork")),
    h("p", {}, t("fork_text", { at: state.at })),
    buttons(
      close,
      LEVELS.map((level) =>
        h("button", { class: "main", onclick: () => acts.fork(level) }, icon("bot"), word("levels", level)),
      ),
    ),
  ],
  fair: (state, acts, close) => [
    title(t("fair_deal")),
    h(
      "p",
      { class: state.dialog.isKept ? "good" : "bad" },
      h("b", {}, t(state.dialog.isKept ? "fair_kept" : "fair_broken")),
    ),
    h("p", {}, t("fair_text")),
    h(
      "dl",
      { class: "hashes" },
      h("dt", {}, t("fair_promised")),
      h("dd", {}, h("code", {}, state.dialog.promised)),
      h("dt", {}, t("fair_found")),
      h("dd", {}, h("code", {}, state.dialog.found)),
    ),
    buttons(close),
  ],
};
