// When notices are sent: quiet hours, how long one waits, the digest; and what may be said of private tables.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { select } from "../ui/game_kinds.js";
import { span } from "../ui/moments.js";
import { setting } from "../ui/setting.js";
import { ownZone } from "../ui/weekdays.js";

/** @typedef {import("./notices.js").Preferences} Preferences */
/** @typedef {(wishes: import("./notices.js").Wishes) => void} Change */

const DELAYS = [5, 15, 30, 60, 180, 480, 1440]; // minutes
const NIGHT = { begin: 22 * 60, end: 8 * 60 };

/**
 * @param {Preferences} preferences
 * @param {Change} change
 */
export const hours = (preferences, change) =>
  setting(
    "hours",
    t("notice_hours"),
    quiet(preferences, change),
    zone(preferences, change),
    h(
      "label",
      { class: "field", key: "delay" },
      h("span", {}, t("notice_delay")),
      select(
        [...new Set([...DELAYS, preferences.delay])].sort((one, other) => one - other).map(delayOption),
        String(preferences.delay),
        (value) => change({ delay: Number(value) }),
        { name: "delay" },
      ),
    ),
    h(
      "label",
      { class: "field", key: "digest" },
      h("span", {}, t("digest_hour")),
      select(
        Array.from({ length: 24 }, (_, hour) => [String(hour), clock(hour * 60)]),
        String(preferences.digest_hour),
        (value) => change({ digest_hour: Number(value) }),
        { name: "digest_hour" },
      ),
    ),
    tick("shows_private", t("shows_private"), preferences.shows_private, (shows_private) => change({ shows_private })),
  );

/** @type {(minutes: number) => [string, string]} */
const delayOption = (minutes) => [String(minutes), span(minutes * 60)];

/** @param {number} minutes since midnight */
const clock = (minutes) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** @type {(name: string, text: string, isOn: boolean, take: (isOn: boolean) => void) => ElementNode} */
const tick = (name, text, isOn, take) =>
  h(
    "label",
    { class: "tick", key: name },
    h("input", { type: "checkbox", name, checked: isOn, onchange: (event) => take(event.target.checked) }),
    h("span", {}, text),
  );

/** @type {(preferences: Preferences, change: Change) => ElementNode} */
function quiet(preferences, change) {
  const times = preferences.quiet;
  /** @type {(side: "begin" | "end", text: string) => ElementNode | null} */
  const time = (side, text) =>
    times &&
    h(
      "label",
      { class: "field", key: side },
      h("span", {}, text),
      h("input", {
        type: "time",
        name: `quiet-${side}`,
        value: clock(times[side]),
        required: true,
        onchange: (event) => {
          const [hour, minute] = event.target.value.split(":").map(Number);
          if (minute !== undefined) change({ quiet: { ...times, [side]: hour * 60 + minute } });
        },
      }),
    );
  return h(
    "fieldset",
    { key: "quiet" },
    h("legend", {}, t("quiet_hours")),
    tick("quiet", t("quiet_on"), times !== null, (isOn) => change({ quiet: isOn ? NIGHT : null })),
    times
      ? h("div", { class: "hours", key: "times" }, time("begin", t("quiet_from")), time("end", t("quiet_to")))
      : null,
    times
      ? tick("urgent", t("urgent_in_quiet"), preferences.urgent_in_quiet, (isOn) => change({ urgent_in_quiet: isOn }))
      : null,
  );
}

/** @type {(preferences: Preferences, change: Change) => ElementNode} */
const zone = (preferences, change) =>
  h(
    "div",
    { class: "asking", key: "zone" },
    h(
      "label",
      { class: "field" },
      h("span", {}, t("notice_zone")),
      select(
        [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), preferences.zone])].map((name) => [name, name]),
        preferences.zone,
        (chosen) => change({ zone: chosen }),
        { name: "zone" },
      ),
    ),
    preferences.zone === ownZone()
      ? null
      : h("button", { type: "button", onclick: () => change({ zone: ownZone() }) }, t("own_zone", { zone: ownZone() })),
  );
