// What to be informed of, by which way and when: a table where there is room for one, else a row for each kind.

import { h } from "../core/dom.js";
import { listed, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { select } from "../ui/game_kinds.js";
import { span } from "../ui/moments.js";
import { KINDS, WAYS } from "./notices.js";

/** @typedef {import("./notices.js").Kind} Kind */
/** @typedef {import("./notices.js").Way} Way */
/** @typedef {import("./notices.js").Timing} Timing */
/** @typedef {import("./notices.js").Preferences} Preferences */
/** @typedef {(kind: Kind, way: Way, timing: Timing) => void} Choose */

/** @type {Record<Way, Timing[]>} */
const TIMINGS = {
  page: ["at_once", "off"],
  push: ["at_once", "delayed", "off"],
  mail: ["at_once", "delayed", "digest", "off"],
  webhook: ["at_once", "delayed", "off"],
};

/** Whether there is room for a table. */
export const wide = matchMedia("(min-width: 56rem)");

/**
 * @param {Preferences} preferences
 * @param {(way: Way) => boolean} isReady whether something can be sent by this way
 * @param {Choose} choose
 */
export const choices = (preferences, isReady, choose) =>
  h(
    "section",
    { class: "card setting kinds-card", key: "choices", "aria-labelledby": "choices-title" },
    h("h2", { id: "choices-title" }, t("notice_kinds")),
    h("p", { class: "faint" }, t("notice_kinds_text")),
    wide.matches ? matrix(preferences, isReady, choose) : rows(preferences, choose),
  );

/** @type {(preferences: Preferences, isReady: (way: Way) => boolean, choose: Choose) => ElementNode} */
const matrix = (preferences, isReady, choose) =>
  h(
    "table",
    { class: "choices", key: "matrix" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        WAYS.map((way) =>
          h(
            "th",
            { key: way, scope: "col" },
            t(`way_${way}`),
            isReady(way) ? null : h("small", {}, t("way_not_ready")),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      KINDS.map((kind) =>
        h(
          "tr",
          { key: kind },
          h("th", { scope: "row" }, t(`notice_kind_${kind}`)),
          WAYS.map((way) => h("td", { key: way }, timing(preferences, kind, way, choose))),
        ),
      ),
    ),
  );

/** @type {(preferences: Preferences, choose: Choose) => ElementNode} */
const rows = (preferences, choose) =>
  h(
    "div",
    { class: "kind-rows", key: "rows" },
    KINDS.map((kind) =>
      h(
        "details",
        { key: kind },
        h(
          "summary",
          {},
          h("span", {}, t(`notice_kind_${kind}`)),
          h("small", {}, inShort(preferences, kind)),
          icon("forward"),
        ),
        h(
          "div",
          { class: "kind-ways" },
          WAYS.map((way) => [
            h("span", { key: `${way} name`, "aria-hidden": "true" }, t(`way_${way}`)),
            timing(preferences, kind, way, choose),
          ]),
        ),
      ),
    ),
  );

/**
 * "Page, push and mail (after 1 hour)"
 * @param {Preferences} preferences
 * @param {Kind} kind
 */
function inShort(preferences, kind) {
  const chosen = preferences.choices[kind];
  const ways = WAYS.filter((way) => chosen[way] !== "off").map((way) =>
    chosen[way] === "at_once" ? t(`way_${way}`) : `${t(`way_${way}`)} (${timingText(chosen[way], preferences)})`,
  );
  return ways.length ? listed(ways) : t("timing_off");
}

/** @type {(value: Timing, preferences: Preferences) => string} */
const timingText = (value, { delay }) =>
  value === "delayed" ? t("timing_delayed", { time: span(delay * 60) }) : t(`timing_${value}`);

/** @type {(preferences: Preferences, kind: Kind, way: Way, choose: Choose) => ElementNode} */
function timing(preferences, kind, way, choose) {
  const value = preferences.choices[kind][way];
  const offered = TIMINGS[way].filter((option) => option !== "digest" || kind !== "time_short");
  /** @type {[string, string][]} */
  const options = offered.map((option) => [option, timingText(option, preferences)]);
  return select(options, value, (chosen) => choose(kind, way, /** @type {Timing} */ (chosen)), {
    key: way,
    name: `${kind}-${way}`,
    class: value === "off" ? "is-off" : null,
    "aria-label": `${t(`notice_kind_${kind}`)}: ${t(`way_${way}`)}`,
  });
}
