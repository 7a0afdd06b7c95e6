// What moderators have closed to the reader, above every page: until when, and why.

import { h } from "../core/dom.js";
import { preferred, prefer } from "../core/preferences.js";
import { locale, t } from "../core/words.js";

const SHOWN = ["ban", "exclude", "mute"]; // the gravest first; the others keep nobody from anything
const WARNINGS = "warnings read"; // how many of them
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });

/**
 * @param {Standing} standing
 * @param {Redraw} redraw
 */
export function standingBanner({ limits, warnings }, redraw) {
  const limit = SHOWN.map((kind) => limits.find(({ act }) => act === kind)).find(Boolean);
  const isWarned = !limit && warnings > Number(preferred(WARNINGS, "0"));
  if (!limit && !isWarned) return null;
  const read = () => {
    prefer(WARNINGS, String(warnings));
    redraw();
  };
  return h(
    "section",
    { class: "standing", key: "standing", "aria-label": t("own_acts") },
    limit
      ? h(
          "p",
          { key: limit.number },
          h("b", {}, t(`limit_${limit.act}`, { until: limit.until ? moment.format(new Date(limit.until)) : "" })),
          " ",
          t("limit_reason", { reason: limit.reason }),
        )
      : h("p", { key: "warned" }, h("b", {}, t("warned", { count: warnings }))),
    h(
      "div",
      { class: "row" },
      h("a", { href: "/settings#own-acts-title" }, t("own_acts")),
      isWarned ? h("button", { onclick: read }, t("warning_read")) : null,
    ),
  );
}
