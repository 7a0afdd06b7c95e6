// What moderators have closed to the reader, above every page: until when, and why.

import { h } from "../core/dom.js";
import { preferred, prefer } from "../core/preferences.js";
import { locale, t } from "../core/words.js";

const SHOWN = ["ban", "exclude", "mute"]; // the gravest first; the others keep nobody from anything
const WARNINGS = "warnings read"; // how many of them
const moment = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" });

/**
 * At a table it is one line, which opens: the room there is for the game.
 * @param {Standing} standing
 * @param {Redraw} redraw
 * @param {boolean} isTable
 */
export function standingBanner({ limits, warnings }, redraw, isTable) {
  const limit = SHOWN.map((kind) => limits.find(({ act }) => act === kind)).find(Boolean);
  const isWarned = !limit && warnings > Number(preferred(WARNINGS, "0"));
  if (!limit && !isWarned) return null;
  const read = () => {
    prefer(WARNINGS, String(warnings));
    redraw();
  };
  const until = limit?.until ? moment.format(new Date(limit.until)) : "";
  const what = h("b", {}, limit ? t(`limit_${limit.act}`, { until }) : t("warned", { count: warnings }));
  const rest = h(
    "div",
    { class: "row" },
    limit ? h("p", { key: limit.number }, t("limit_reason", { reason: limit.reason })) : null,
    h("a", { href: "/settings#own-acts-title" }, t("own_acts")),
    isWarned ? h("button", { onclick: read }, t("warning_read")) : null,
  );
  const label = { "aria-label": t("own_acts") };
  return isTable
    ? h("details", { class: "standing", key: "told", ...label }, h("summary", {}, what), rest)
    : h("section", { class: "standing", key: "standing", ...label }, h("p", {}, what), rest);
}
