// The sheet with one's notes about a game and, when it is over, with what everybody thought.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { timeline } from "./timeline.js";

const LONGEST = 500; // characters

/**
 * @typedef {object} Actions
 * @property {(part: Partial<NoteDraft>) => void} change
 * @property {() => unknown} save
 * @property {(seq: number) => void} show
 * @property {(entry: NotebookEntry) => Child} judged
 */

/**
 * @typedef {{ own: OwnGameNotes | null, thoughts: Thought[], draft: NoteDraft, problem: string, isBusy: boolean,
 *   seat: number | null }} Shown
 */

/** @type {(state: TableState, shown: Shown, actions: Actions, count: (seq: number) => number) => Child[]} */
export function notesView(state, { own, thoughts, draft, problem, isBusy, seat }, actions, count) {
  const entries = own ? timeline(own, thoughts, session.me?.player ?? null, seat) : [];
  /** @param {number} step */
  const place = (step) => (step ? t("note_step", { step: count(step) }) : t("note_game"));
  return [
    h(
      "header",
      { key: "head" },
      h("h2", { id: "dialog-title" }, t("notebook")),
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
      { class: "said", key: "said", role: "group", "aria-label": t("notebook"), tabindex: "0" },
      entries.map((entry) => line(entry, place(entry.step), actions)),
      entries.length ? null : h("p", { class: "faint", key: "nothing" }, t("notebook_empty")),
    ),
    h(
      "form",
      {
        class: "saying",
        key: "saying",
        onsubmit: (event) => {
          event.preventDefault();
          actions.save();
        },
      },
      h(
        "div",
        { class: "row", key: "about", role: "group", "aria-label": t("note_about") },
        [...new Set([state.at, 0])].map((step) => about(step, place(step), draft, actions)),
      ),
      h("textarea", {
        key: "text",
        id: "note-text",
        rows: "3",
        maxlength: String(LONGEST),
        "aria-label": t("note_text"),
        placeholder: t("note_text"),
        value: draft.text,
        oninput: ({ target }) => actions.change({ text: target.value }),
      }),
      own?.may_think ? audience(state, draft, actions) : h("p", { class: "faint", key: "who" }, t("note_private")),
      h("p", { class: "problem", role: "alert", key: "problem" }, problem),
      h("button", { class: "main", key: "save", "aria-disabled": String(isBusy) }, t("note_save")),
    ),
  ];
}

/** @type {(step: number, name: string, draft: NoteDraft, actions: Actions) => ElementNode} */
const about = (step, name, draft, actions) =>
  h(
    "button",
    {
      type: "button",
      key: step,
      "aria-pressed": String(step === draft.step),
      onclick: () => actions.change({ step }),
    },
    name,
  );

/** @type {(state: TableState, draft: NoteDraft, actions: Actions) => ElementNode} who will read it */
const audience = ({ tables, last }, { isThought }, actions) =>
  h(
    "label",
    { class: "choice", key: "who" },
    h("input", {
      type: "checkbox",
      name: "thought",
      checked: isThought,
      onchange: (event) => actions.change({ isThought: event.target.checked }),
    }),
    h("span", {}, t(tables[last]?.status === "over" ? "note_for_all_now" : "note_for_all")),
  );

/** @type {(entry: NotebookEntry, place: string, actions: Actions) => ElementNode} */
function line(entry, place, actions) {
  const { step, text, isOwn, isThought, seat, name } = entry;
  const press = () => (step ? actions.show(step) : actions.change({ step: 0 }));
  return h(
    "article",
    { key: `${step} ${isThought} ${isOwn ? "" : seat}`, class: isOwn ? "is-own" : `seat-${seat}` },
    h(
      "p",
      { class: "by" },
      h(
        "button",
        {
          class: "link",
          type: "button",
          onclick: () => {
            press();
            if (isOwn) actions.change({ step, isThought });
          },
        },
        place,
      ),
      h("span", { class: "faint" }, isOwn ? t(isThought ? "note_of_yours" : "note_private") : name),
      isThought ? actions.judged(entry) : null,
    ),
    h("p", { dir: "auto" }, text),
  );
}
