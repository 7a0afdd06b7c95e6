// What can be done with a game besides playing it: a menu, and after the end two buttons.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { menu as menuOf } from "../ui/menu.js";
import { recordAddress } from "./addresses.js";
import { others } from "./others.js";

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {import("./actions.js").TableActions} actions
 */
export function menu(table, state, actions) {
  const isOver = state.tables[state.last]?.status === "over";
  const { game } = actions;
  return h(
    "div",
    { class: "row more", key: "more" },
    isOver && table.viewer !== null ? h("button", { class: "main", onclick: game.rematch }, t("rematch")) : null,
    isOver ? h("button", { key: "check", onclick: game.verifyDeal }, icon("check"), t("fair_deal")) : null,
    menuOf(
      "menu",
      h("summary", { "aria-label": t("more"), title: t("more") }, icon("menu")),
      state.isSeen ? entries(table, state, actions) : [], // it is closed, and nothing waits for it
    ),
  );
}

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {import("./actions.js").TableActions} actions
 * @returns {(import("../ui/menu.js").Entry | null)[][]}
 */
function entries(table, state, { game, sounds }) {
  const isOver = state.tables[state.last]?.status === "over";
  const mayResign = table.viewer !== null && !isOver && !table.seats[table.viewer].bot;
  /** @type {(name: Dialog["type"] & ("share" | "fork" | "keys" | "resign")) => () => void} */
  const open = (name) => () => game.openDialog({ type: name });
  /** @type {(name: import("../core/sound.js").Switch, text: string) => import("../ui/menu.js").Entry} */
  const sound = (name, text) => {
    const isOn = sounds.isOn(name);
    return { icon: isOn ? "sound" : "mute", text, isOn, press: () => sounds.toggle(name) };
  };
  return [
    [
      { icon: "share", text: t("share"), press: open("share") },
      { icon: "eye", text: t("unseen_dominoes"), press: game.countUnseen },
      {
        icon: "download",
        text: t("export_record"),
        href: recordAddress(state.game),
        download: `${state.game}.txt`,
      },
      { icon: "fork", text: t("fork"), press: open("fork") },
    ],
    [
      { icon: "list", text: t("rules"), href: `/rules/${table.rules.mode ?? table.rules.game}` },
      { icon: "keyboard", text: t("keys"), key: "?", press: open("keys") },
    ],
    [sound("sound", t("sounds")), sound("sound_turn", t("sound_turn"))],
    [
      state.tables[state.last]?.may_claim ? { icon: "check", text: t("claim_victory"), press: game.claim } : null,
      mayResign && state.players.some(({ banned }) => banned)
        ? { icon: "bot", text: t("banned_seat"), press: game.claim }
        : null,
      session.me && others(state).length ? { icon: "person", text: t("report_somebody"), press: game.report } : null,
      mayResign ? { icon: "flag", text: t("resign"), press: open("resign") } : null,
    ],
  ];
}
