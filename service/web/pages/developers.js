// For developers of bots: a complete bot, and every call of the API with a form to try it.

import { request, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { calls } from "../developers/openapi.js";
import { assets, t } from "../core/words.js";
import { copy } from "../ui/copying.js";
import { icon } from "../drawing/pieces.js";
import { callForm } from "../developers/call_form.js";

/** @typedef {import("../developers/openapi.js").Call} Call */

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  /** @type {Call[] | null} */
  let api = null;
  let bot = "";
  let token = "";
  let sought = ""; // the words that calls are searched for
  /** @type {Map<string, () => ElementNode>} */
  const opened = new Map(); // the forms of calls that somebody looks at, by their ids

  withNotice(async () => {
    [api, bot] = await Promise.all([get("/schema/openapi.json").then(calls), get(`${assets}/developers/tiny_bot.txt`)]);
    redraw();
  });

  const guest = () =>
    withNotice(async () => {
      token = (await request("POST", "/api/guests", {})).token;
      redraw();
    });

  /**
   * @param {Call} call
   * @param {boolean} isOpen
   */
  function openForm(call, isOpen) {
    if (!isOpen || opened.has(call.id)) return;
    opened.set(
      call.id,
      callForm(call, () => token, redraw),
    );
    redraw();
  }

  /** @param {Call} call */
  const callView = (call) =>
    h(
      "details",
      { class: "call", key: call.id, ontoggle: (event) => openForm(call, event.currentTarget.open) },
      h(
        "summary",
        { lang: "en" },
        h("b", { class: `method ${call.method}` }, call.method),
        " ",
        h("code", {}, call.path),
        " ",
        h("span", { class: "faint" }, call.summary),
      ),
      opened.get(call.id)?.(),
    );

  /** @param {Call[]} all */
  function list(all) {
    const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = all.filter((call) =>
      words.every((word) => `${call.id} ${call.summary} ${call.tag}`.toLowerCase().includes(word)),
    );
    const tags = [...new Set(matching.map((call) => call.tag))];
    if (!matching.length) return h("p", { class: "empty", role: "status" }, t("no_route"));
    return tags.map((tag) =>
      h(
        "section",
        { key: tag, class: "calls", "aria-label": tag },
        h("h3", { lang: "en" }, tag),
        matching.filter((call) => call.tag === tag).map(callView),
      ),
    );
  }

  const draw = () => [
    h(
      "div",
      { key: "developers", class: "page developers" },
      h("div", {}, h("h1", {}, t("developers")), h("p", { class: "lead" }, t("developers_text"))),
      h(
        "section",
        { class: "card setting", "aria-labelledby": "bot-title" },
        h("h2", { id: "bot-title" }, t("tiny_bot")),
        h("p", {}, t("tiny_bot_text")),
        h("pre", { class: "excerpt source", tabindex: 0, "aria-label": "tiny_bot.py" }, h("code", { lang: "en" }, bot)),
        h("p", {}, t("tiny_bot_run"), " ", h("code", {}, `python tiny_bot.py ${location.origin}`)),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => copy(bot, t("copied")) }, icon("link"), t("copy")),
          h(
            "a",
            { class: "button", href: `${assets}/developers/tiny_bot.txt`, download: "tiny_bot.py" },
            icon("download"),
            t("download_file"),
          ),
          h("a", { class: "button", href: "/settings" }, t("tokens")),
        ),
      ),
      h(
        "section",
        { class: "setting", "aria-labelledby": "api-title" },
        h("h2", { id: "api-title" }, t("try_the_api")),
        h("p", { class: "faint" }, t("try_text"), " ", h("a", { href: "/schema/openapi.json" }, t("read_guide"))),
        h(
          "div",
          { class: "card api-bar" },
          h(
            "label",
            { class: "field" },
            h("span", {}, t("find_route")),
            h("input", {
              id: "sought",
              type: "search",
              value: sought,
              oninput: (event) => {
                sought = event.target.value;
                redraw();
              },
            }),
          ),
          h(
            "label",
            { class: "field" },
            h("span", {}, t("try_token")),
            h("input", {
              id: "token",
              value: token,
              autocomplete: "off",
              spellcheck: "false",
              oninput: (event) => {
                token = event.target.value.trim();
              },
            }),
            h("small", { class: "faint" }, t("try_token_text")),
          ),
          h("button", { type: "button", onclick: guest }, icon("person"), t("try_as_guest")),
        ),
        api ? list(api) : h("p", { class: "faint", "aria-busy": "true" }, t("looking")),
      ),
    ),
  ];

  return { title: () => t("developers"), draw };
}
