// "Forgotten your password?": asks for a link by mail. The answer is the same whether or not there is such an account.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { askForPassword } from "./address.js";

/** @param {Redraw} redraw */
export function forgotten(redraw) {
  let isSent = false;
  const asking = smallForm("forgotten", redraw, async ({ address }) => {
    await askForPassword(address);
    isSent = true;
  });
  return () =>
    h(
      "details",
      { key: "forgotten", class: "card setting" },
      h("summary", {}, t("forgotten")),
      h("p", { class: "faint" }, t("forgotten_text")),
      asking.form(
        t("address_enter"),
        asking.field("address", t("address"), { type: "email", autocomplete: "email", maxlength: 254 }),
      ),
      h("p", { role: "status" }, isSent ? t("forgotten_sent") : ""),
    );
}
