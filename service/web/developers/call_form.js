// One call of the API: what it takes, and a try at it.

import { h } from "../core/dom.js";
import { addressOf, curl, headersOf } from "./openapi.js";
import { t } from "../core/words.js";
import { copy } from "../ui/copying.js";
import { icon } from "../drawing/pieces.js";

const LISTEN = 3000; // milliseconds that a stream is listened to
const LONGEST = 50_000; // characters of an answer that are shown

/** `token()` is the token to use, if any. */
export function trial(call, token, redraw) {
  const values = {};
  let body = call.body ? written(call.body.examples[0]) : "";
  let answer = null; // { status, text, isBusy }
  let isSure = call.method !== "DELETE";
  let isAsked = false;

  async function send(event) {
    event.preventDefault();
    if (!isSure) {
      isSure = isAsked = true;
      return redraw();
    }
    answer = { isBusy: true };
    redraw();
    answer = await tried(call, values, token(), body);
    isSure = call.method !== "DELETE";
    isAsked = false;
    return redraw();
  }

  const field = (one) =>
    h(
      "label",
      { class: "field", key: one.name },
      h(
        "span",
        {},
        h("code", { lang: "en" }, one.name),
        " ",
        h("small", { class: "faint" }, one.in, one.isNeeded ? "" : ` · ${t("try_optional")}`),
      ),
      h("input", {
        value: values[one.name] ?? "",
        required: one.isNeeded,
        placeholder: one.isNeeded ? "" : String(one.example),
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => {
          values[one.name] = event.target.value;
        },
      }),
      one.text ? h("small", { class: "faint", lang: "en" }, one.text) : null,
    );

  const examples = () =>
    call.body.examples.length < 2
      ? null
      : h(
          "label",
          { class: "field" },
          h("span", {}, t("try_example")),
          h(
            "select",
            {
              onchange: (event) => {
                body = written(call.body.examples[Number(event.target.value)]);
                redraw();
              },
            },
            call.body.examples.map((example, number) =>
              h("option", { value: String(number) }, JSON.stringify(example).slice(0, 80)),
            ),
          ),
        );

  const writing = () => [
    examples(),
    h(
      "label",
      { class: "field" },
      h("span", {}, t("try_body"), " ", h("small", { class: "faint" }, call.body.kind)),
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
        call.body ? writing() : null,
        isAsked ? h("p", { class: "problem", role: "alert" }, t("try_sure_text")) : null,
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { class: "main", disabled: answer?.isBusy },
            icon("play"),
            isAsked ? t("try_sure") : t("try_send"),
          ),
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
      answer && !answer.isBusy
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

const written = (example) => (typeof example === "string" ? example : JSON.stringify(example ?? {}, null, 2));

async function tried(call, values, token, body) {
  const isJson = call.body?.kind.includes("json");
  try {
    if (isJson && body.trim()) JSON.parse(body);
  } catch (error) {
    return { status: "", text: t("try_bad_body", { problem: error.message }) };
  }
  const listening = new AbortController();
  try {
    const begun = performance.now();
    const answer = await fetch(addressOf(call, values), {
      method: call.method,
      headers: headersOf(call, values, token),
      body: call.body ? body : undefined,
      signal: listening.signal,
      credentials: token ? "omit" : "same-origin", // with a token one is whose it is, and nobody else
    });
    const status = `${answer.status} ${answer.statusText} · ${Math.round(performance.now() - begun)} ms`;
    return { status, isFine: answer.ok, text: (await told(answer, listening)).slice(0, LONGEST) };
  } catch (error) {
    return { status: "", text: error.message };
  }
}

async function told(answer, listening) {
  const kind = answer.headers.get("content-type") ?? "";
  if (kind.includes("event-stream")) return heard(answer, listening);
  if (kind.startsWith("image/")) return `${kind}, ${(await answer.blob()).size} bytes`;
  const text = await answer.text();
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What a stream says in a few seconds. */
async function heard(answer, listening) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => listening.abort(), LISTEN);
  let text = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  } catch {
    // enough was heard
  }
  clearTimeout(timer);
  return text;
}
