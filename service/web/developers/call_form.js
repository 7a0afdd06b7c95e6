// One call of the API: its description, and a form to try it.

import { h } from "../core/dom.js";
import { curl } from "./openapi.js";
import { sendCall } from "./send_call.js";
import { t } from "../core/words.js";
import { copy } from "../ui/copying.js";
import { icon } from "../drawing/pieces.js";

/** @typedef {import("./openapi.js").Call} Call */

/**
 * `token()` is the token to use, if any.
 * @param {Call} call
 * @param {() => string} token
 * @param {Redraw} redraw
 */
export function callForm(call, token, redraw) {
  /** @type {import("./openapi.js").Values} */
  const values = {};
  let body = call.body ? written(call.body.examples[0]) : "";
  /** @type {import("./send_call.js").Answer | null} */
  let answer = null;
  let isBusy = false;
  let isSure = call.method !== "DELETE";
  let isAsked = false;

  /** @param {Event} event */
  async function send(event) {
    event.preventDefault();
    if (!isSure) {
      isSure = isAsked = true;
      redraw();
      return;
    }
    isBusy = true;
    answer = null;
    redraw();
    answer = await sendCall(call, values, token(), body);
    isBusy = false;
    isSure = call.method !== "DELETE";
    isAsked = false;
    redraw();
  }

  /** @param {import("./openapi.js").Parameter} parameter */
  const field = (parameter) =>
    h(
      "label",
      { class: "field", key: parameter.name },
      h(
        "span",
        {},
        h("code", { lang: "en" }, parameter.name),
        " ",
        h("small", { class: "faint" }, parameter.in, parameter.isNeeded ? "" : ` · ${t("try_optional")}`),
      ),
      h("input", {
        value: values[parameter.name] ?? "",
        required: parameter.isNeeded,
        placeholder: parameter.isNeeded ? "" : String(parameter.example),
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => {
          values[parameter.name] = event.target.value;
        },
      }),
      parameter.text ? h("small", { class: "faint", lang: "en" }, parameter.text) : null,
    );

  /** @param {unknown[]} all */
  const examples = (all) =>
    all.length < 2
      ? null
      : h(
          "label",
          { class: "field" },
          h("span", {}, t("try_example")),
          h(
            "select",
            {
              onchange: (event) => {
                body = written(all[Number(event.target.value)]);
                redraw();
              },
            },
            all.map((example, number) => h("option", { value: String(number) }, JSON.stringify(example).slice(0, 80))),
          ),
        );

  /** @param {NonNullable<Call["body"]>} content */
  const writing = (content) => [
    examples(content.examples),
    h(
      "label",
      { class: "field" },
      h("span", {}, t("try_body"), " ", h("small", { class: "faint" }, content.kind)),
      h("textarea", {
        rows: Math.min(14, body.split("\n").length + 1),
        spellcheck: "false",
        value: body,
        oninput: (event) => {
          body = event.target.value;
        },
      }),
    ),
  ];

  return () =>
    h(
      "div",
      { class: "trial" },
      call.description ? h("p", { lang: "en" }, call.description) : null,
      h(
        "form",
        { class: "asking", onsubmit: send },
        call.parameters.map(field),
        call.body ? writing(call.body) : null,
        isAsked ? h("p", { class: "problem", role: "alert" }, t("try_sure_text")) : null,
        h(
          "div",
          { class: "row" },
          h("button", { class: "main", disabled: isBusy }, icon("play"), isAsked ? t("try_sure") : t("try_send")),
          h(
            "button",
            {
              type: "button",
              onclick: () => copy(curl(call, values, token(), body, location.origin), t("copied")),
              title: t("try_curl"),
            },
            icon("link"),
            "curl",
          ),
        ),
      ),
      answer
        ? h(
            "div",
            { class: "answer", role: "status" },
            h(
              "p",
              {},
              h("b", {}, t("try_answer")),
              " ",
              h("span", { class: answer.isFine ? "good" : "bad" }, answer.status),
            ),
            h(
              "pre",
              { tabindex: 0, class: "excerpt", "aria-label": t("try_answer") },
              h("code", { lang: "en" }, answer.text),
            ),
          )
        : null,
      call.answer.shape
        ? h(
            "details",
            { key: "shape" },
            h("summary", {}, t("try_answers_with"), " ", call.answer.status),
            h(
              "pre",
              { tabindex: 0, class: "excerpt", "aria-label": t("try_answers_with") },
              h("code", { lang: "en" }, call.answer.shape),
            ),
          )
        : null,
    );
}

/** @param {unknown} example */
const written = (example) => (typeof example === "string" ? example : JSON.stringify(example ?? {}, null, 2));
