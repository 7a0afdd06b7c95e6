// What we note about a game: the form for it, and how it shows on a line of a list.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { star } from "./star_view.js";

/** @typedef {import("./notes.js").Notes} Notes */

const LONGEST = 60; // characters of a label

/**
 * What a dialog holds.
 * @param {Notes} before
 * @param {Redraw} redraw
 * @param {(notes: Notes) => Promise<string>} save gives what was wrong; "" if nothing was
 * @param {() => void} close
 */
export function notesForm(before, redraw, save, close) {
  const notes = { ...before };
  let problem = "";

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    problem = await save(notes);
    redraw();
  }

  /** @type {(name: "is_starred" | "is_muted", text: string, about: string, mark: Child) => ElementNode} */
  const choice = (name, text, about, mark) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", {
        type: "checkbox",
        name,
        checked: notes[name],
        onchange: (event) => {
          notes[name] = event.target.checked;
          redraw();
        },
      }),
      h("span", {}, h("span", {}, mark, " ", text), h("span", { class: "faint" }, about)),
    );

  return () => [
    h("h2", { id: "dialog-title" }, t("notes")),
    h("p", { class: "faint" }, t("notes_about")),
    h(
      "form",
      { class: "notes-form", onsubmit: submit },
      h(
        "label",
        { class: "field", key: "label" },
        h("span", {}, t("note_label")),
        h("input", {
          name: "label",
          id: "note-label",
          autofocus: true,
          autocomplete: "off",
          maxlength: LONGEST,
          value: notes.label,
          oninput: (event) => (notes.label = event.target.value),
        }),
      ),
      choice("is_starred", t("note_star"), t("note_star_about"), star(notes.is_starred)),
      choice("is_muted", t("note_mute"), t("note_mute_about"), icon("mute")),
      h("p", { class: "problem", role: "alert" }, problem),
      h(
        "div",
        { class: "row" },
        h("button", { class: "main" }, t("save_notes")),
        h("button", { type: "button", onclick: close }, t("close")),
      ),
    ),
  ];
}

/**
 * Beside the name of a game of ours.
 * @param {GameLine} line
 * @param {() => unknown} open the form
 * @param {(change: Partial<Notes>) => unknown} change
 * @param {Child} more
 */
export function notesBeside(line, open, change, more = null) {
  const isStarred = line.is_starred ?? false;
  const turn = () => change({ is_starred: !isStarred });
  return h(
    "span",
    { class: "notes-beside", key: "notes" },
    h(
      "button",
      {
        type: "button",
        class: "plain",
        "aria-pressed": String(isStarred),
        "aria-label": t("note_star"),
        title: t("note_star"),
        onclick: turn,
      },
      star(isStarred),
    ),
    h("button", { type: "button", class: "plain", "aria-label": t("notes"), title: t("notes"), onclick: open }, pen()),
    line.is_muted
      ? h(
          "span",
          { class: "faint", title: t("note_mute") },
          icon("mute"),
          h("span", { class: "unseen" }, t("note_mute")),
        )
      : null,
    more,
  );
}

/** @param {GameLine} line */
export const labelOf = ({ label }) => (label ? h("p", { class: "game-label" }, label) : null);

const pen = () =>
  h(
    "svg",
    { class: "icon pen", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: "M4 20l1.2-4.6L16.4 4.2a1.7 1.7 0 0 1 2.4 0l1 1a1.7 1.7 0 0 1 0 2.4L8.6 18.8z" }),
  );
