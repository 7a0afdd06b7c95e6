// What moderators have closed to the reader, above every page: until when, and why.

import { h } from "../core/dom.js";
import { preferred, prefer } from "../core/preferences.js";
import { locale, t } from "../core/words.js";

const SHOWN = ["ban", "exclude", "mute"]; // the others keep nobody from anything
const WARNINGS = "warnings read"; // how many of them
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });

/**
 * @param {Standing} standing
 * @param {Redraw} redraw
 */
export function standingBanner({ limits, warnings }, redraw) {
  const shown = limits.filter(({ act }) => SHOWN.includes(act));
  const isWarned = warnings > Number(preferred(WARNINGS, "0"));
  if (!shown.length && !isWarned) return null;
  const read = () => {
    prefer(WARNINGS, String(warnings));
    redraw();
  };
  return h(
    "section",
    { class: "standing", key: "standing", "aria-label": t("own_acts") },
    shown.map(({ act, number, reason, until }) =>
      h(
        "p",
        { key: number },
        h("b", {}, t(`limit_${act}`, { until: until ? moment.format(new Date(until)) : "" })),
        " ",
        t("limit_reason", { reason }),
      ),
    ),
    isWarned ? h("p", { key: "warned" }, h("b", {}, t("warned", { count: warnings }))) : null,
    h(
      "div",
      { class: "row" },
      h("a", { href: "/settings#own-acts-title" }, t("own_acts")),
      isWarned && !shown.length ? h("button", { onclick: read }, t("warning_read")) : null,
    ),
  );
}
