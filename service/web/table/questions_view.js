// What players ask each other for: taking back a turn, calling the game off, another bot. Fetched when it is needed.

import { h } from "../core/dom.js";
import { listed, locale, t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { LEVELS } from "../ui/game_kinds.js";

const ICONS = { undo: "undo", call_off: "flag", draw_bot: "bot", pause: "pause" };

/** @typedef {import("./game_actions.js").GameActions} GameActions */
/** @typedef {Pick<GameActions, "ask" | "agree" | "close">} Answers */

/**
 * Beside the menu: what somebody asks for. Leads to the dialog.
 * @param {Table} table
 * @param {Question[]} questions
 * @param {() => unknown} open
 */
export function asking(table, questions, open) {
  const asked = questions.filter((question) => waits(table, question));
  const question = asked[0] ?? questions.find(({ seat }) => seat === table.viewer);
  if (!question || table.status === "over") return null;
  const text = questionText(table, question);
  return h(
    "button",
    {
      key: "asking",
      class: asked.length ? "resting main" : "resting",
      title: text,
      "aria-label": text,
      onclick: open,
    },
    icon(ICONS[question.kind]),
    h("span", {}, text),
  );
}

/** @type {(table: Table, question: Question) => boolean} whether the viewer has to answer it */
const waits = ({ viewer }, { voters, agreed }) =>
  viewer !== null && voters.includes(viewer) && !agreed.includes(viewer);

/** @type {(table: Table, question: Question) => string} */
function questionText({ seats, viewer }, { kind, seat, of, level }) {
  const name = seats[seat].name;
  const other = of === undefined ? "" : seats[of].name;
  const bot = level ? word("levels", level) : "";
  const gaps = { name, other, bot };
  return seat === viewer ? t(`own_question_${kind}`, gaps) : t(`question_${kind}`, gaps);
}

/** @type {(table: Table, seats: number[]) => string} */
const namesOf = ({ seats }, numbers) => listed(numbers.map((seat) => seats[seat].name));

/**
 * What a dialog holds.
 * @param {Table} table
 * @param {Question[]} questions that wait for an answer
 * @param {PossibleQuestions} possible
 * @param {Answers} actions
 * @returns {Child[]}
 */
export function questionsDialog(table, questions, possible, actions) {
  const isAsked = (/** @type {Question["kind"]} */ kind) => questions.some((question) => question.kind === kind);
  const wishes = [
    possible.undo && !isAsked("undo") ? undoWish(table, possible.undo, actions) : null,
    isAsked("draw_bot") ? null : possible.draw_bot.map((seat) => botWish(table, seat, actions)),
    possible.call_off && !isAsked("call_off") ? offWish(table, possible.call_off, actions) : null,
  ];
  const isEmpty = !questions.length && !wishes.flat().some(Boolean);
  return [
    h("h2", { id: "dialog-title" }, t("ask_others")),
    questions.map((question) => answers(table, question, actions)),
    isEmpty ? h("p", {}, t("nothing_to_ask")) : null,
    possible.again ? h("p", { class: "faint" }, t("ask_again_at", { time: timeText(possible.again) })) : wishes,
    h(
      "div",
      { class: "row" },
      h("button", { onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() }, t("close")),
    ),
  ];
}

/** @type {(moment: string) => string} */
const timeText = (moment) =>
  new Intl.DateTimeFormat(locale, { weekday: "short", hour: "numeric", minute: "2-digit" }).format(new Date(moment));

/** @type {(table: Table, question: Question, actions: Answers) => Child} */
function answers(table, question, { agree, close }) {
  const { kind, seat, voters, agreed } = question;
  const missing = voters.filter((other) => !agreed.includes(other));
  const isOwn = seat === table.viewer;
  return h(
    "section",
    { key: `question-${kind}`, class: "question" },
    h("p", {}, h("b", {}, questionText(table, question))),
    h("p", { class: "faint" }, t("question_waits", { names: namesOf(table, missing) })),
    h(
      "div",
      { class: "row agree" },
      waits(table, question)
        ? h("button", { class: "main", onclick: () => agree(kind) }, icon("check"), t("agree_pause"))
        : null,
      isOwn || voters.includes(/** @type {number} */ (table.viewer))
        ? h("button", { onclick: () => close(kind) }, t(isOwn ? "withdraw_pause" : "refuse_pause"))
        : null,
    ),
  );
}

/** @type {(table: Table, seats: number[]) => string} */
const mustAgree = (table, seats) =>
  seats.length ? t("must_agree", { names: namesOf(table, seats) }) : t("bots_agree");

/** @type {(table: Table, seats: number[], actions: Answers) => Child} */
const undoWish = (table, seats, { ask }) =>
  wish("undo", t("ask_undo"), mustAgree(table, seats), () => ask({ type: "undo" }));

/** @type {(table: Table, seats: number[], actions: Answers) => Child} */
const offWish = (table, seats, { ask }) =>
  wish("call_off", t("ask_call_off"), `${t("call_off_text")} ${mustAgree(table, seats)}`, () =>
    ask({ type: "call_off" }),
  );

/** @type {(kind: "undo" | "call_off", text: string, about: string, press: () => unknown) => Child} */
const wish = (kind, text, about, press) =>
  h(
    "section",
    { key: `wish-${kind}`, class: "question" },
    h("p", { class: "faint" }, about),
    h("div", { class: "row agree" }, h("button", { onclick: press }, icon(ICONS[kind]), text)),
  );

/** @type {(table: Table, seat: number, actions: Answers) => Child} */
const botWish = (table, seat, { ask }) =>
  h(
    "section",
    { key: `wish-bot-${seat}`, class: "question" },
    h("p", { class: "faint" }, t("ask_draw_bot", { name: table.seats[seat].name })),
    h(
      "div",
      { class: "row agree" },
      LEVELS.filter((level) => level !== table.seats[seat].bot).map((level) =>
        h("button", { onclick: () => ask({ type: "draw_bot", seat, level }) }, icon("bot"), word("levels", level)),
      ),
    ),
  );
