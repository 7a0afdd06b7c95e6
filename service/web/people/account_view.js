// Forms for your name and password, and signing out.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { me, signOut, signOutEverywhere } from "../core/session.js";
import { t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { setting } from "../ui/setting.js";
import { changeName, changePassword } from "./account.js";

/** @param {Redraw} redraw */
export function account(redraw) {
  const naming = smallForm("naming", redraw, async ({ name = me().name }) => {
    await changeName(name);
    notice(t("name_changed", { name: me().name }));
  });

  let keepsTokens = false;
  const password = smallForm("password", redraw, async ({ current, password: wanted }) => {
    await changePassword(current, wanted, keepsTokens);
    keepsTokens = false;
    notice(t("password_changed"));
  });

  /** @param {() => Promise<void>} signingOut */
  const leave = (signingOut) =>
    withNotice(async () => {
      await signingOut();
      go("/");
    });

  return () => [
    setting(
      "name",
      t("settings_name"),
      h("p", {}, h("b", {}, me().name)),
      me().account
        ? null
        : h("p", { class: "faint" }, t("settings_guest"), " ", h("a", { href: "/sign-in" }, t("make_account"))),
      naming.form(
        t("change_name"),
        naming.field("name", t("name"), { maxlength: 40, autocomplete: "username" }, t("settings_name_text")),
      ),
    ),
    me().account
      ? setting(
          "password",
          t("change_password"),
          password.form(
            t("change_password"),
            password.field("current", t("current_password"), { type: "password", autocomplete: "current-password" }),
            password.field(
              "password",
              t("new_password"),
              { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 },
              t("password_length"),
            ),
            h(
              "label",
              {},
              h("input", {
                type: "checkbox",
                id: "password-keep",
                checked: keepsTokens,
                onchange: (event) => {
                  keepsTokens = event.target.checked;
                },
              }),
              t("keep_tokens"),
            ),
          ),
          h(
            "div",
            { class: "row" },
            h("button", { type: "button", onclick: () => leave(signOut) }, t("sign_out")),
            h("button", { type: "button", onclick: () => leave(signOutEverywhere) }, t("sign_out_everywhere")),
          ),
        )
      : null,
  ];
}
