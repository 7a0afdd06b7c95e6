// Import of a record: a game written as text, to be stepped through.

import { asProblem, request } from "../core/client.js";
import { h } from "../core/dom.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { takeShared } from "../offline/shared.js";
import { ruleLinks } from "../ui/rule_links.js";

/** @typedef {{ message: string, line?: number, rule?: string }} RecordProblem */

const LARGEST = 64 * 1024;
const AROUND = 2; // lines shown before and after the wrong one
const EXAMPLE = `firstfire 1
rules 1 origins discovery 2
player 0 - "Ugh"
player 1 flint "Nag"
commitment 4fa8f1741dfb7aac46105462b8648467c7d2faf5430c826700705f0bbd2446bc
line 1: 2 11 17 31
chiefs 0 1
0.0 =2,31
0.1 =11,17
`;

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  let text = "";
  /** @type {RecordProblem | null} */
  let problem = null;
  let isBusy = false;

  /** @param {string} record */
  const fill = (record) => {
    text = record.replace(/\r\n?/g, "\n"); // as the field keeps it
    problem = null;
    redraw();
  };

  /** @param {Blob | null | undefined} file */
  async function choose(file) {
    if (!file) return;
    if (file.size > LARGEST) {
      problem = { message: t("record_too_large") };
      redraw();
    } else fill(await file.text());
  }

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    isBusy = true;
    problem = null;
    redraw();
    try {
      await ensurePlayer();
      const { id } = await request("POST", "/api/records", text);
      go(`/game/${id}/1`);
    } catch (error) {
      const caught = asProblem(error);
      problem = {
        line: caught.more.line,
        rule: caught.more.rule,
        message: caught.status === 413 ? t("record_too_large") : caught.message,
      };
      markLine(text, problem.line);
    }
    isBusy = false;
    redraw();
  }

  /** @param {On<DragEvent>} event */
  const drop = (event) => {
    event.preventDefault();
    choose(event.dataTransfer?.files[0]);
  };

  takeShared().then(choose, () => {}); // without a cache nothing can have been shared

  const draw = () => [
    h(
      "form",
      { key: "record", class: "page record", onsubmit: send },
      h("h1", {}, t("open_record")),
      h("p", { class: "lead" }, t("record_text")),
      h(
        "div",
        { class: "card", ondragover: (event) => event.preventDefault(), ondrop: drop },
        h("label", { for: "record", class: "record-label" }, t("record_label")),
        h("textarea", {
          id: "record",
          rows: 16,
          spellcheck: "false",
          autocomplete: "off",
          required: true,
          value: text,
          wrap: "off",
          placeholder: EXAMPLE,
          "aria-invalid": problem ? "true" : undefined,
          "aria-describedby": problem ? "record-problem" : undefined,
          oninput: (event) => {
            text = event.target.value;
          },
        }),
        h("div", { id: "record-problem", role: "alert" }, problem ? wrong(problem, text) : null),
        h(
          "div",
          { class: "row" },
          h("button", { class: "main", disabled: isBusy }, icon("play"), t("replay_record")),
          h(
            "label",
            { class: "button file" },
            icon("list"),
            t("choose_file"),
            h("input", {
              type: "file",
              accept: ".txt,text/plain",
              class: "unseen",
              onchange: (event) => choose(event.target.files[0]),
            }),
          ),
          h("button", { type: "button", class: "plain", onclick: () => fill(EXAMPLE) }, t("put_example")),
        ),
      ),
    ),
  ];

  return { title: () => t("open_record"), draw };
}

/**
 * @param {RecordProblem} recordProblem
 * @param {string} text
 */
function wrong({ line, rule, message }, text) {
  if (!line) return h("p", { class: "problem" }, message);
  const first = Math.max(1, line - AROUND);
  const rows = text.split("\n").slice(first - 1, line + AROUND);
  return [
    h("p", { class: "problem" }, message, " ", ruleLinks(rule)),
    h(
      "pre",
      { class: "excerpt" },
      rows.map((row, at) => {
        const number = first + at;
        return h(number === line ? "mark" : "span", {}, h("i", {}, number), row || " ", "\n");
      }),
    ),
    h("p", {}, t("record_fix")),
  ];
}

/**
 * Selects the wrong line in the field, and brings it into view.
 * @param {string} text
 * @param {number | undefined} line
 */
function markLine(text, line) {
  const field = document.getElementById("record");
  if (!line || !(field instanceof HTMLTextAreaElement)) return;
  const rows = text.split("\n");
  const begin = rows.slice(0, line - 1).reduce((length, row) => length + row.length + 1, 0);
  field.focus();
  field.setSelectionRange(begin, begin + (rows[line - 1]?.length ?? 0));
  field.scrollTop = (line - 1 - AROUND) * (field.scrollHeight / rows.length);
}
