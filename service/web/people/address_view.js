// The section of the settings about the e-mail address of your account.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { addressState } from "../notices/mail_address.js";
import { setting } from "../ui/setting.js";
import { enterAddress, removeAddress } from "./address.js";

/** @param {Redraw} redraw */
export function address(redraw) {
  /** @type {import("./address.js").AddressState | null} */
  let state = null; // null until the service has answered

  const entering = smallForm("address", redraw, async ({ address: wanted, password }) => {
    state = await enterAddress(wanted, password);
  });
  const removing = smallForm("no-address", redraw, async ({ password }) => {
    state = await removeAddress(password);
    notice(t("address_removed"));
  });
  /** @param {ReturnType<typeof smallForm>} form */
  const passwordOf = (form) =>
    form.field("password", t("password"), { type: "password", autocomplete: "current-password" });

  /** @param {import("./address.js").AddressState} now */
  const shown = (now) => [
    h("p", {}, now.address ? h("b", {}, now.address) : t("address_none")),
    now.pending ? h("p", { role: "status" }, t("address_pending", { address: now.pending })) : null,
    now.problem ? h("p", { class: "problem" }, t("address_problem", { answer: now.problem })) : null,
    now.mail
      ? entering.form(
          t("address_enter"),
          entering.field("address", t("address"), { type: "email", autocomplete: "email", maxlength: 254 }),
          passwordOf(entering),
        )
      : h("p", { class: "faint" }, t("address_off")),
    now.address
      ? h(
          "details",
          { key: "remove" },
          h("summary", {}, t("address_remove")),
          removing.form(t("address_remove"), passwordOf(removing)),
        )
      : null,
  ];

  withNotice(async () => {
    state = await addressState();
    redraw();
  });
  return () =>
    setting(
      "address",
      t("address"),
      h("p", { class: "faint" }, t("address_text")),
      state ? shown(state) : h("p", {}, t("looking")),
    );
}
