// What is kept about oneself: to take along, and to be forgotten.

import { ask } from "../core/client.js";
import { h } from "../core/dom.js";
import { notice } from "../core/notices.js";
import { go } from "../core/router.js";
import { refresh, session } from "../core/session.js";
import { t } from "../core/words.js";
import { asking } from "../ui/form.js";
import { icon } from "../drawing/pieces.js";

const TOLD = ["leave_goes", "leave_stays", "leave_running", "leave_final"];

export function farewell(redraw) {
  const leaving = asking("leaving", redraw, async ({ password }) => {
    await ask("DELETE", "/api/me", session.me.account ? { password } : {});
    await refresh();
    notice(t("left_for_good"));
    go("/");
  });

  return () =>
    h(
      "section",
      { class: "card setting", key: "data", "aria-labelledby": "data-title" },
      h("h2", { id: "data-title" }, t("own_data")),
      h("p", { class: "faint" }, t("own_data_text")),
      h(
        "p",
        {},
        h(
          "a",
          { class: "button", href: "/api/me/export", download: "firstfire.json" },
          icon("download"),
          t("download_data"),
        ),
      ),
      h(
        "details",
        { key: "leave", class: "leave" },
        h("summary", {}, t("leave")),
        h(
          "ul",
          {},
          TOLD.map((name) => h("li", {}, t(name))),
        ),
        leaving.form(
          t("leave_now"),
          session.me.account
            ? leaving.field("password", t("password"), { type: "password", autocomplete: "current-password" })
            : null,
          h("label", {}, h("input", { type: "checkbox", required: true }), t("leave_sure")),
        ),
      ),
    );
}
