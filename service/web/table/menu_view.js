// What can be done with a game besides playing it: a menu, and after the end two buttons. Beside them, why clocks rest.

import { h } from "../core/dom.js";
import { onDemand } from "../core/on_demand.js";
import { session, waitsElsewhere } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { menu as menuOf } from "../ui/menu.js";
import { nextGame } from "./action_view.js";
import { recordAddress } from "./addresses.js";
import { others } from "./others.js";
import { SEEN } from "./state.js";

const views = onDemand(() => import("./resting_view.js")); // of a table whose clocks rest
const wishes = onDemand(() => import("./questions_view.js")); // of a table where somebody asks for something

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
    state.clock?.time_off && state.isLive ? views()?.resting(table, state.clock, game) : null,
    state.questions.length && state.isLive ? wishes()?.asking(table, state.questions, game.openQuestions) : null,
    isOver && table.viewer !== null ? [nextGame(table, state), rematch(state, game.rematch)] : null,
    isOver ? h("button", { key: "check", onclick: game.verifyDeal }, icon("check"), t("fair_deal")) : null,
    hasTalk(table)
      ? h(
          "button",
          {
            key: "talk",
            class: "to-talk",
            title: t("talk"),
            "aria-label": talkText(state),
            onclick: actions.talk.open,
          },
          icon("talk"),
          dot(state),
        )
      : null,
    menuOf(
      "menu",
      h("summary", { "aria-label": t("more"), title: t("more") }, icon("menu"), dot(state)),
      state.seen >= SEEN.cave ? entries(table, state, actions) : [], // it is closed, and nothing waits for it
    ),
  );
}

/**
 * The first thing to do after the end, unless a review or another game is there to go on with.
 * @type {(state: ShownState, press: () => unknown) => ElementNode}
 */
const rematch = ({ game, review }, press) => {
  const isFirst = !review && !waitsElsewhere(game);
  return h("button", { key: "rematch", class: isFirst ? "main" : "", onclick: press }, t("rematch"));
};

/** @param {Table} table */
const hasTalk = ({ id, talk }) => Boolean(id) && talk !== "off";

/** @param {ShownState} state */
const talkText = ({ unread }) => (unread ? t("talk_unread", { count: unread }) : t("talk"));

/** @type {(table: Table, state: ShownState, press: () => unknown) => import("../ui/menu.js").Entry[]} */
const toTalk = (table, state, press) => (hasTalk(table) ? [{ icon: "talk", text: talkText(state), press }] : []);

/**
 * To one's own plan while others move; when the game is over, to what plans did.
 * @type {(state: ShownState, isPlaying: boolean, plan: { open: () => unknown, openMade: () => unknown }) =>
 *   import("../ui/menu.js").Entry | null}
 */
function toPlans({ tables, last }, isPlaying, plan) {
  const { status, seat, viewer } = tables[last] ?? {};
  if (status === "over") return { icon: "forward", text: t("plan_moves"), press: plan.openMade };
  return isPlaying && seat !== viewer ? { icon: "forward", text: t("plan_turn"), press: plan.open } : null;
}

/**
 * For those who watch; after the end for all of them, whether they have guessed or not.
 * @type {(table: Table, isOver: boolean, press: () => unknown) => import("../ui/menu.js").Entry | null}
 */
const toGuesses = ({ id, viewer }, isOver, press) =>
  id && viewer === null ? { icon: "play", text: t(isOver ? "guesses" : "guess"), press } : null;

/** @type {(isPlaying: boolean, press: () => unknown) => import("../ui/menu.js").Entry[]} */
const toQuestions = (isPlaying, press) => (isPlaying ? [{ icon: "undo", text: t("ask_others"), press }] : []);

/** @param {ShownState} state something was said that the viewer has not read */
const dot = ({ unread }) => (unread ? h("span", { class: "unread", key: "unread" }) : null);

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {import("./actions.js").TableActions} actions
 * @returns {(import("../ui/menu.js").Entry | null)[][]}
 */
function entries(table, state, { game, sounds, talk, plan, guess, notebook }) {
  const isOver = state.tables[state.last]?.status === "over";
  const mayResign = table.viewer !== null && !isOver && !table.seats[table.viewer].bot;
  /** @type {(name: Dialog["type"] & ("share" | "fork" | "keys" | "resign" | "time")) => () => void} */
  const open = (name) => () => game.openDialog({ type: name });
  /** @type {(name: import("../core/sound.js").Switch, text: string) => import("../ui/menu.js").Entry} */
  const sound = (name, text) => {
    const isOn = sounds.isOn(name);
    return { icon: isOn ? "sound" : "mute", text, isOn, press: () => sounds.toggle(name) };
  };
  return [
    [
      ...toTalk(table, state, talk.open),
      toPlans(state, mayResign, plan),
      toGuesses(table, isOver, guess.open),
      { icon: "share", text: t("share"), press: open("share") },
      { icon: "eye", text: t("unseen_dominoes"), press: game.countUnseen },
      {
        icon: "download",
        text: t("export_record"),
        href: recordAddress(state.game),
        download: `${state.game}.txt`,
      },
      { icon: "fork", text: t("fork"), press: open("fork") },
      table.viewer === null ? null : { icon: "list", text: t("notes"), press: game.openNotes },
      { icon: "hint", text: t("notebook"), press: notebook.open },
      state.clock && !isOver ? { icon: "clock", text: t("table_time"), press: open("time") } : null,
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
      ...toQuestions(mayResign, game.openQuestions),
      mayResign ? { icon: "flag", text: t("resign"), press: open("resign") } : null,
    ],
  ];
}
