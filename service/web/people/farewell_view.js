// Exporting and erasing everything that is stored about you.

import { h } from "../core/dom.js";
import { notice } from "../core/notices.js";
import { go } from "../core/router.js";
import { me } from "../core/session.js";
import { t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { deleteAccount } from "./account.js";
import { icon } from "../drawing/pieces.js";
import { setting } from "../ui/setting.js";

const CONSEQUENCES = ["leave_goes", "leave_stays", "leave_running", "leave_final"];

/** @param {Redraw} redraw */
export function farewell(redraw) {
  const leaving = smallForm("leaving", redraw, async ({ password }) => {
    await deleteAccount(password);
    notice(t("left_for_good"));
    go("/");
  });

  return () =>
    setting(
      "data",
      t("own_data"),
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
          CONSEQUENCES.map((name) => h("li", {}, t(name))),
        ),
        leaving.form(
          t("leave_now"),
          me().account
            ? leaving.field("password", t("password"), { type: "password", autocomplete: "current-password" })
            : null,
          h("label", {}, h("input", { type: "checkbox", required: true }), t("leave_sure")),
        ),
      ),
    );
}
