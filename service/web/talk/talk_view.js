// The sheet with what is said at a table.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { locale, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { parts } from "./links.js";

/**
 * @typedef {object} Actions
 * @property {(phrase: string) => unknown} say
 * @property {() => unknown} write
 * @property {(text: string) => void} type
 * @property {(channel: Channel) => unknown} choose
 * @property {(step: number) => void} step
 * @property {(cell: Cell) => void} square
 * @property {(said: Said) => void} report
 */

/** @typedef {{ talk: Talk | null, problem: string, draft: string, isBusy: boolean }} Shown */

/** @type {(state: TableState, shown: Shown, actions: Actions) => Child[]} */
export function talkView(state, { talk, problem, draft, isBusy }, actions) {
  const names = state.tables[state.last]?.seats.map(({ name }) => name) ?? [];
  return [
    h(
      "header",
      { key: "head" },
      h("h2", { id: "dialog-title" }, t("talk")),
      talk && talk.channels.length > 1 ? channels(talk, actions) : null,
      h(
        "button",
        {
          class: "plain",
          "aria-label": t("close"),
          onclick: ({ currentTarget }) => currentTarget.closest("dialog").close(),
        },
        icon("close"),
      ),
    ),
    h(
      "div",
      {
        class: "said",
        key: "said",
        role: "log",
        "aria-live": "polite",
        "aria-label": t("talk"),
        tabindex: "0",
      },
      (talk?.messages ?? []).map((said) => message(said, names, actions)),
      talk?.messages.length ? null : h("p", { class: "faint", key: "nothing" }, t("talk_nothing")),
    ),
    h(
      "div",
      { class: "saying", key: "saying" },
      talk && talk.may_write !== "off" ? [chips(talk, isBusy, actions), field(talk, draft, isBusy, actions)] : null,
      talk?.why_not_more ? h("p", { class: "faint", key: "why" }, talk.why_not_more) : null,
      h("p", { class: "problem", role: "alert", key: "problem" }, problem),
    ),
  ];
}

/** @type {(talk: Talk, actions: Actions) => ElementNode} */
const channels = (talk, actions) =>
  h(
    "div",
    { class: "row", key: "channels", role: "group", "aria-label": t("talk") },
    talk.channels.map((name) =>
      h(
        "button",
        { key: name, "aria-pressed": String(name === talk.channel), onclick: () => actions.choose(name) },
        t(`talk_${name}`),
      ),
    ),
  );

/** @type {(said: Said, names: string[], actions: Actions) => ElementNode} */
function message(said, names, actions) {
  const isOwn = said.player === session.me?.player;
  return h(
    "article",
    { key: said.id, class: isOwn ? "is-own" : said.seat === null ? "" : `seat-${said.seat}` },
    h(
      "p",
      { class: "by" },
      h("b", {}, said.name),
      h("time", { class: "faint", datetime: said.at }, when(said.at)),
      isOwn || !session.me
        ? null
        : h(
            "button",
            {
              class: "plain",
              title: t("talk_report"),
              "aria-label": t("talk_report_of", { name: said.name }),
              onclick: () => actions.report(said),
            },
            icon("flag"),
          ),
    ),
    h(
      "p",
      { class: said.phrase ? "phrase" : null, dir: "auto" },
      said.phrase ? said.text : linked(said.text, names, actions),
    ),
  );
}

/** @type {(text: string, names: string[], actions: Actions) => Child[]} */
const linked = (text, names, actions) =>
  parts(text, names).map((part) => {
    const { step, square } = part;
    if (step !== undefined) return h("button", { class: "link", onclick: () => actions.step(step) }, part.text);
    if (square) return h("button", { class: "link", onclick: () => actions.square(square) }, part.text);
    return part.isName ? h("mark", {}, part.text) : part.text;
  });

/** @type {(talk: Talk, isBusy: boolean, actions: Actions) => ElementNode} */
const chips = (talk, isBusy, actions) =>
  h(
    "div",
    { class: "phrases", key: "phrases", role: "group", "aria-label": t("talk_phrases") },
    Object.entries(talk.phrases).map(([key, text]) =>
      h("button", { key, "aria-disabled": String(isBusy), onclick: () => actions.say(key) }, text),
    ),
  );

/** @type {(talk: Talk, draft: string, isBusy: boolean, actions: Actions) => ElementNode | null} */
const field = (talk, draft, isBusy, actions) =>
  talk.may_write !== "free"
    ? null
    : h(
        "form",
        {
          key: "field",
          onsubmit: (event) => {
            event.preventDefault();
            actions.write();
          },
        },
        h("input", {
          type: "text",
          id: "talk-text",
          "aria-label": t("talk_text"),
          placeholder: t("talk_text"),
          maxlength: "500",
          autocomplete: "off",
          enterkeyhint: "send",
          value: draft,
          oninput: ({ target }) => actions.type(target.value),
        }),
        h("button", { class: "main", "aria-disabled": String(isBusy) }, t("talk_send")),
      );

/** @param {string} at */
function when(at) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" },
  ).format(moment);
}
