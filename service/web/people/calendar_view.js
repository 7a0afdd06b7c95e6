// The address at which calendar programs read your deadlines.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { copyable } from "../ui/copying.js";
import { setting } from "../ui/setting.js";
import { endCalendar, ownCalendar, renewCalendar } from "./calendar.js";

/** @param {Redraw} redraw */
export function calendar(redraw) {
  /** @type {string | null | undefined} */
  let address; // undefined until the service has answered, null if there is none

  /** @param {Promise<{ address: string | null }>} answer */
  const take = async (answer) => {
    ({ address } = await answer);
    redraw();
  };
  const renew = () =>
    withNotice(async () => {
      const hadOne = Boolean(address);
      await take(renewCalendar());
      if (hadOne) notice(t("calendar_renewed"));
    });
  const end = () => withNotice(() => take(endCalendar()));

  withNotice(() => take(ownCalendar()));
  return () =>
    setting(
      "calendar",
      t("calendar_feed"),
      h("p", { class: "faint" }, t("calendar_text")),
      address ? copyable(address, t("calendar_feed")) : null,
      address === undefined
        ? h("p", {}, t("looking"))
        : h(
            "div",
            { class: "row" },
            h("button", { type: "button", onclick: renew }, t(address ? "calendar_renew" : "calendar_make")),
            address ? h("button", { type: "button", onclick: end }, t("calendar_end")) : null,
          ),
    );
}
