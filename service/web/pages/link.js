// Where links in mails lead. Looking at the page changes nothing, because programs that check mails look too: a button
// does. The secret stands after #, so that no server and no log sees it.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { refresh } from "../core/session.js";
import { t } from "../core/words.js";
import { useLink, viewLink } from "../people/address.js";
import { smallForm } from "../ui/form.js";

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const secret = location.hash.slice(1);
  /** @type {import("../people/address.js").MailLink | null} */
  let link = null;
  let problem = "";
  let isDone = false;
  let needsCode = false; // of the second factor

  const using = smallForm("link", redraw, async ({ password, code }) => {
    try {
      await useLink(secret, { password, code });
    } catch (error) {
      const isFirst = asProblem(error).more.code === "code_needed" && !needsCode;
      needsCode ||= isFirst;
      throw error;
    }
    isDone = true;
    await refresh();
  });

  const fields = () => [
    link?.kind === "reset"
      ? using.field(
          "password",
          t("new_password"),
          { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 },
          t("password_length"),
        )
      : null,
    needsCode ? using.field("code", t("factor_code"), { autocomplete: "one-time-code" }, t("factor_code_text")) : null,
  ];

  /** @param {string} kind */
  const done = (kind) =>
    h(
      "div",
      { key: "done" },
      h("p", { role: "status" }, t(`link_${kind}_done`)),
      kind === "confirm"
        ? h("a", { class: "button main", href: "/settings" }, t("settings"))
        : h("a", { class: "button main", href: "/sign-in" }, t("sign_in")),
    );

  function content() {
    if (problem) return h("p", { class: "problem", role: "alert" }, problem);
    if (!link) return h("p", {}, t("looking"));
    if (isDone) return done(link.kind);
    return h(
      "div",
      { key: "asking" },
      h("p", {}, t(`link_${link.kind}`, { name: link.name, address: link.address })),
      using.form(t(`link_${link.kind}_button`), fields()),
    );
  }

  viewLink(secret)
    .then((seen) => {
      link = seen;
    })
    .catch((error) => {
      problem = asProblem(error).message;
    })
    .finally(redraw);

  const draw = () => [
    h(
      "div",
      { key: "link", class: "page sign-page" },
      h("section", { class: "card setting" }, h("h1", {}, t("link_page")), content()),
    ),
  ];
  return { title: () => t("link_page"), draw };
}
