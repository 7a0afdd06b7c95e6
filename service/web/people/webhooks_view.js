// Your webhooks: where they lead, what they answered last, and a form for a new one.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { answerText } from "../notices/answers.js";
import { outcomeOf, trial } from "../notices/trial.js";
import { copyable } from "../ui/copying.js";
import { smallForm } from "../ui/form.js";
import { select } from "../ui/game_kinds.js";
import { span } from "../ui/moments.js";
import { setting } from "../ui/setting.js";
import { addWebhook, ownWebhooks, removeWebhook, testWebhook } from "./webhooks.js";

/** @typedef {import("./webhooks.js").Webhook} Webhook */

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** @type {() => [string, string][]} */
const shapes = () => [
  ["json", t("webhook_json")],
  ["discord", "Discord"],
  ["slack", "Slack"],
];

/** @param {Webhook} hook */
const terms = ({ shape, delay }) =>
  [
    shapes().find(([value]) => value === shape)?.[1],
    delay ? t("timing_delayed", { time: span(delay * 60) }) : t("timing_at_once"),
  ].join(" · ");

/** @param {Redraw} redraw */
export function webhooks(redraw) {
  /** @type {Webhook[] | null} */
  let list = null; // null until the service has answered
  let secret = ""; // of the one made last: only now can it be read
  let shape = "json";

  const load = async () => {
    list = await ownWebhooks();
    redraw();
  };
  const adding = smallForm("webhook", redraw, async ({ url, delay }) => {
    secret = (await addWebhook(url, shape, Number(delay || 0))).secret;
    await load();
  });
  /** @type {Map<string, ReturnType<typeof trial>>} */
  const trials = new Map();
  /** @param {string} id */
  const trialOf = (id) =>
    trial(
      redraw,
      () => testWebhook(id),
      async () => {
        await load();
        const hook = list?.find((other) => other.id === id);
        return hook ? outcomeOf(hook, t("webhook_answer", { answer: answerText(hook.answer) })) : null;
      },
    );
  /** @type {(hook: Webhook, removal: ElementNode) => ElementNode | undefined} */
  const attempt = ({ id, url }, removal) => {
    if (!trials.has(id)) trials.set(id, trialOf(id));
    return trials.get(id)?.(url, removal);
  };
  /** @param {Webhook} hook */
  const remove = (hook) =>
    withNotice(async () => {
      await removeWebhook(hook.id);
      secret = "";
      await load();
    });

  /** @param {Webhook} hook */
  const trouble = (hook) =>
    hook.ended
      ? t("webhook_ended")
      : hook.failing
        ? t("webhook_failing", { since: moment.format(new Date(hook.failing)) })
        : "";

  /** @param {Webhook} hook */
  const line = (hook) =>
    h(
      "li",
      { key: hook.id },
      h(
        "div",
        {},
        h("b", {}, hook.url),
        h("p", { class: "faint" }, terms(hook)),
        hook.answer ? h("p", { class: "faint" }, t("webhook_answer", { answer: answerText(hook.answer) })) : null,
        trouble(hook) ? h("p", { class: "problem" }, trouble(hook)) : null,
      ),
      attempt(hook, h("button", { type: "button", onclick: () => remove(hook) }, t("webhook_remove"))),
    );

  /** @param {string} value */
  const choose = (value) => {
    shape = value;
    redraw();
  };

  withNotice(load);
  const draw = () =>
    setting(
      "webhooks",
      t("webhook"),
      h("p", { class: "faint" }, t("webhook_text")),
      list === null ? h("p", {}, t("looking")) : h("ul", { class: "devices" }, list.map(line)),
      secret
        ? h("div", { class: "made", role: "status" }, h("p", {}, t("webhook_secret")), copyable(secret, t("webhook")))
        : null,
      adding.form(
        t("webhook_add"),
        adding.field("url", t("webhook_url"), { type: "url", autocomplete: "off", maxlength: 2000 }),
        h("label", { class: "field" }, h("span", {}, t("webhook_shape")), select(shapes(), shape, choose)),
        adding.field("delay", t("webhook_delay"), { type: "number", min: 0, max: 1440, required: false }),
      ),
    );
  return { isReady: () => Boolean(list?.length), draw };
}
