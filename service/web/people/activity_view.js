// What happened to your account lately, so that you notice if it was not you.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { setting } from "../ui/setting.js";
import { recentActivity } from "./account.js";

/** @typedef {import("./account.js").Entry} Entry */

const FIRST = 6; // shown at once
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {Redraw} redraw */
export function activity(redraw) {
  /** @type {Entry[] | null} */
  let entries = null; // null until the service has answered

  const load = async () => {
    entries = await recentActivity();
    redraw();
  };

  /** @type {(entry: Entry, number: number) => ElementNode} */
  const line = (entry, number) =>
    h(
      "li",
      { key: `${entry.at}-${number}` },
      h("b", {}, t(`act_${entry.act}`)),
      entry.about ? h("span", {}, ` “${entry.about}”`) : null,
      h(
        "p",
        { class: "faint" },
        [moment.format(new Date(entry.at)), t(`device_${entry.device}`), entry.network].filter(Boolean).join(" · "),
      ),
    );

  /** @param {Entry[]} shown */
  const listed = (shown) => h("ul", { class: "acts", role: "list" }, shown.map(line));

  withNotice(load);
  return () =>
    setting(
      "activity",
      t("activity"),
      h("p", { class: "faint" }, t("activity_text")),
      entries === null
        ? h("p", {}, t("looking"))
        : entries.length
          ? listed(entries.slice(0, FIRST))
          : h("p", {}, t("no_activity")),
      entries && entries.length > FIRST
        ? h("details", { key: "older" }, h("summary", {}, t("older_activity")), listed(entries.slice(FIRST)))
        : null,
    );
}
