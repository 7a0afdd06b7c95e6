// The list of your tokens, and a form for a new one, whose secret is shown once.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { copyable } from "../ui/copying.js";
import { setting } from "../ui/setting.js";
import { SCOPES, Tokens } from "./tokens.js";

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** @param {Redraw} redraw */
export function tokens(redraw) {
  const own = new Tokens(redraw);
  let scopes = new Set(SCOPES);

  const making = smallForm("token", redraw, async ({ label }) => {
    await own.make(label, [...scopes]);
    scopes = new Set(SCOPES);
  });

  /** @param {Token} token */
  const revoke = (token) =>
    withNotice(async () => {
      await own.revoke(token);
      notice(t("token_revoked", { label: token.label }));
    });

  /** @param {string} scope */
  const box = (scope) =>
    h(
      "label",
      { key: scope },
      h("input", {
        type: "checkbox",
        checked: scopes.has(scope),
        onchange: (event) => {
          if (event.target.checked) scopes.add(scope);
          else scopes.delete(scope);
        },
      }),
      t(`token_${scope}`),
    );

  /** @param {Token} token */
  const line = (token) =>
    h(
      "li",
      { key: token.id },
      h(
        "div",
        {},
        h("b", {}, token.label),
        h(
          "p",
          { class: "faint" },
          t("token_about", {
            scopes: token.scopes.map((scope) => t(`token_${scope}`)).join(", "),
            made: day.format(new Date(token.created)),
            used: day.format(new Date(token.used)),
          }),
        ),
      ),
      h(
        "button",
        { type: "button", "aria-label": t("revoke_token", { label: token.label }), onclick: () => revoke(token) },
        t("revoke"),
      ),
    );

  withNotice(() => own.load());
  return () =>
    setting(
      "tokens",
      t("tokens"),
      h("p", { class: "faint" }, t("tokens_text")),
      own.list?.length
        ? h("ul", { class: "tokens" }, own.list.map(line))
        : h("p", {}, own.list ? t("no_tokens") : t("looking")),
      own.made
        ? h("div", { class: "made", role: "status" }, h("p", {}, t("token_made")), copyable(own.made.token, t("token")))
        : null,
      making.form(
        t("make_token"),
        making.field("label", t("token_label"), { maxlength: 100, autocomplete: "off" }),
        h("fieldset", { class: "row" }, h("legend", {}, t("token_may")), SCOPES.map(box)),
      ),
    );
}
