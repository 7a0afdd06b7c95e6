// The list of your passkeys, and a form for a new one.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { setting } from "../ui/setting.js";
import { addPasskey, canUsePasskeys, passkeysOfMine, removePasskey } from "./passkeys.js";

const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** @param {Redraw} redraw */
export function passkeys(redraw) {
  /** @type {import("./passkeys.js").Passkey[] | null} */
  let list = null; // null until the service has answered

  const load = async () => {
    list = await passkeysOfMine();
    redraw();
  };

  const adding = smallForm("passkey", redraw, async ({ name, password }) => {
    const isAdded = await addPasskey(name, password);
    notice(isAdded ? t("passkey_made", { name }) : t("passkey_not_made"));
    await load();
  });

  /** @param {import("./passkeys.js").Passkey} passkey */
  const remove = (passkey) =>
    withNotice(async () => {
      await removePasskey(passkey);
      notice(t("passkey_gone", { name: passkey.name }));
      await load();
    });

  /** @param {import("./passkeys.js").Passkey} passkey */
  const line = (passkey) =>
    h(
      "li",
      { key: passkey.id },
      h(
        "div",
        {},
        h("b", {}, passkey.name),
        h(
          "p",
          { class: "faint" },
          t("passkey_about", {
            made: day.format(new Date(passkey.created)),
            used: day.format(new Date(passkey.used)),
          }),
        ),
      ),
      h(
        "button",
        { type: "button", "aria-label": t("remove_passkey", { name: passkey.name }), onclick: () => remove(passkey) },
        t("remove"),
      ),
    );

  withNotice(load);
  return () =>
    setting(
      "passkeys",
      t("passkeys"),
      h("p", { class: "faint" }, t("passkeys_text")),
      list?.length
        ? h("ul", { class: "tokens passkeys" }, list.map(line))
        : h("p", {}, list ? t("no_passkeys") : t("looking")),
      canUsePasskeys()
        ? adding.form(
            t("add_passkey"),
            adding.field("name", t("passkey_name"), { maxlength: 100, autocomplete: "off" }),
            adding.field("password", t("password"), { type: "password", autocomplete: "current-password" }),
          )
        : h("p", { class: "faint" }, t("passkeys_impossible")),
    );
}
