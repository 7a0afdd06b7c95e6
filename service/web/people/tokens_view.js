// Tokens for one's programs: made, shown once, revoked.

import { ask, read } from "../core/client.js";
import { h } from "../core/dom.js";
import { notice, trying } from "../core/notices.js";
import { language, t } from "../core/words.js";
import { asking } from "../ui/form.js";
import { copyable } from "../ui/copying.js";

const SCOPES = ["play", "read"];
const day = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });

export function tokens(redraw) {
  let known = null;
  let made = null;
  let scopes = new Set(SCOPES);

  async function look() {
    known = await read("/api/tokens");
    redraw();
  }

  const making = asking("token", redraw, async ({ label }) => {
    made = await ask("POST", "/api/tokens", { label, scopes: [...scopes] });
    scopes = new Set(SCOPES);
    await look();
  });

  const revoke = (token) =>
    trying(async () => {
      await ask("DELETE", `/api/tokens/${encodeURIComponent(token.id)}`);
      if (made?.id === token.id) made = null;
      notice(t("token_revoked", { label: token.label }));
      await look();
    });

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

  trying(look);
  return () =>
    h(
      "section",
      { class: "card setting", key: "tokens", "aria-labelledby": "tokens-title" },
      h("h2", { id: "tokens-title" }, t("tokens")),
      h("p", { class: "faint" }, t("tokens_text")),
      known?.length ? h("ul", { class: "tokens" }, known.map(line)) : h("p", {}, known ? t("no_tokens") : t("looking")),
      made
        ? h("div", { class: "made", role: "status" }, h("p", {}, t("token_made")), copyable(made.token, t("token")))
        : null,
      making.form(
        t("make_token"),
        making.field("label", t("token_label"), { maxlength: 100, autocomplete: "off" }),
        h("fieldset", { class: "row" }, h("legend", {}, t("token_may")), SCOPES.map(box)),
      ),
    );
}
