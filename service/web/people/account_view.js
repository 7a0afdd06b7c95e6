// One's name and password, and signing out.

import { ask } from "../core/client.js";
import { h } from "../core/dom.js";
import { notice, trying } from "../core/notices.js";
import { go } from "../core/router.js";
import { refresh, session } from "../core/session.js";
import { t } from "../core/words.js";
import { asking } from "../ui/form.js";

export function account(redraw) {
  const naming = asking("naming", redraw, async ({ name = session.me.name }) => {
    await ask("PATCH", "/api/me", { name });
    await refresh();
    notice(t("name_changed", { name: session.me.name }));
  });

  const password = asking("password", redraw, async (known) => {
    await ask("PATCH", "/api/me", { password: known.password, current: known.current });
    notice(t("password_changed"));
  });

  const out = (address) => () =>
    trying(async () => {
      await ask("DELETE", address);
      await refresh();
      go("/");
    });

  return () => [
    h(
      "section",
      { class: "card setting", key: "name", "aria-labelledby": "name-title" },
      h("h2", { id: "name-title" }, t("settings_name")),
      h("p", {}, h("b", {}, session.me.name)),
      session.me.account
        ? null
        : h("p", { class: "faint" }, t("settings_guest"), " ", h("a", { href: "/sign-in" }, t("make_account"))),
      naming.form(
        t("change_name"),
        naming.field("name", t("name"), { maxlength: 40, autocomplete: "username" }, t("settings_name_text")),
      ),
    ),
    session.me.account
      ? h(
          "section",
          { class: "card setting", key: "password", "aria-labelledby": "password-title" },
          h("h2", { id: "password-title" }, t("change_password")),
          password.form(
            t("change_password"),
            password.field("current", t("current_password"), { type: "password", autocomplete: "current-password" }),
            password.field(
              "password",
              t("new_password"),
              { type: "password", autocomplete: "new-password", minlength: 8, maxlength: 200 },
              t("password_length"),
            ),
          ),
          h(
            "div",
            { class: "row" },
            h("button", { type: "button", onclick: out("/api/session") }, t("sign_out")),
            h("button", { type: "button", onclick: out("/api/sessions") }, t("sign_out_everywhere")),
          ),
        )
      : null,
  ];
}
