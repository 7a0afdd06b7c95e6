// Settings: how the pages look, and your account.

import { h } from "../core/dom.js";
import { COORDINATES, EARNINGS, HINTS, isHeard, prefer, preferred, SINGLE_KEYS } from "../core/preferences.js";
import { toggle } from "../core/sound.js";
import { session } from "../core/session.js";
import { chooseLanguage, language, LANGUAGES, saveCookie, t } from "../core/words.js";
import { account } from "../people/account_view.js";
import { select } from "../ui/game_kinds.js";
import { address } from "../people/address_view.js";
import { activity } from "../people/activity_view.js";
import { blocks } from "../people/blocks_view.js";
import { actsAboutMe } from "../people/own_acts_view.js";
import { calendar } from "../people/calendar_view.js";
import { farewell } from "../people/farewell_view.js";
import { passkeys } from "../people/passkeys_view.js";
import { secondFactor } from "../people/second_factor_view.js";
import { talkLevel } from "../people/talk_level_view.js";
import { timeOff } from "../people/time_off_view.js";
import { tokens } from "../people/tokens_view.js";
import { nobody, setting } from "../ui/setting.js";

const COLOURS = ["auto", "light", "dark"];
/** @type {import("../core/sound.js").Switch[]} */
const SOUNDS = ["sound", "sound_turn"];
const AFTER_MOVE = ["stay", "go"]; // to the next game that waits
const MOTION = ["auto", "calm", "lively"];

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const own = session.me
    ? [
        account(redraw),
        ...securityOf(redraw),
        noticesCard,
        timeOff(redraw),
        talkLevel(redraw),
        calendar(redraw),
        tokens(redraw),
        blocks(redraw),
        actsAboutMe(redraw),
        farewell(redraw),
      ]
    : [];

  const draw = () => [
    h(
      "div",
      { key: "settings", class: "page settings" },
      h("h1", {}, t("settings")),
      h("div", { class: "sections" }, appearance(redraw), session.me ? own.map((section) => section()) : nobody()),
    ),
  ];

  return { title: () => t("settings"), draw };
}

const noticesCard = () =>
  setting(
    "notices",
    t("bell"),
    h("p", { class: "faint" }, t("notices_text")),
    h("div", { class: "row" }, h("a", { class: "button", href: "/settings/notices" }, t("notice_settings"))),
  );

/** @param {Redraw} redraw */
const securityOf = (redraw) =>
  session.me?.account ? [address(redraw), secondFactor(redraw), passkeys(redraw), activity(redraw)] : [];

/** @param {Redraw} redraw */
function appearance(redraw) {
  const look = document.documentElement.dataset;
  /** @param {"colours" | "motion"} name */
  const change = (name) => (/** @type {string} */ value) => {
    look[name] = value;
    saveCookie(name, value);
    redraw();
  };
  /** @param {string} name */
  const remember = (name) => (/** @type {string} */ value) => {
    prefer(name, value);
    redraw();
  };
  /** @type {(name: string, label: string, values: string[], text: (value: string) => string) => ElementNode} */
  const preference = (name, label, values, text) =>
    pills(name, label, values, preferred(name, values[0]), remember(name), text);
  /** @param {import("../core/sound.js").Switch} name */
  const hear = (name) => {
    toggle(name);
    redraw();
  };
  return setting(
    "look",
    t("settings_look"),
    h("p", { class: "faint" }, t("settings_here")),
    h(
      "label",
      { class: "field" },
      h("span", {}, t("language")),
      select(Object.entries(LANGUAGES), language, chooseLanguage),
    ),
    pills("colours", t("colours"), COLOURS, look.colours, change("colours"), (value) => t(`colours_${value}`)),
    pills("motion", t("motion"), MOTION, look.motion, change("motion"), (value) => t(`motion_${value}`)),
    h(
      "fieldset",
      { key: "sounds" },
      h("legend", {}, t("sounds")),
      h(
        "div",
        { class: "pills" },
        SOUNDS.map((name) =>
          h(
            "label",
            { key: name, class: "choice pill" },
            h("input", { type: "checkbox", name, checked: isHeard(name), onchange: () => hear(name) }),
            t(name),
          ),
        ),
      ),
    ),
    preference("hints", t("hints_begin"), HINTS, (value) => t(`hints_begin_${value}`)),
    preference("earnings", t("earn_shown"), EARNINGS, (value) => t(`earn_shown_${value}`)),
    preference("after_move", t("after_move"), AFTER_MOVE, (value) => t(`after_move_${value}`)),
    preference("coordinates", t("coordinates"), COORDINATES, (value) => t(`coordinates_${value}`)),
    preference("single_keys", t("single_keys"), SINGLE_KEYS, (value) => t(`single_keys_${value}`)),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string[]} values
 * @param {string | undefined} value
 * @param {(value: string) => void} take
 * @param {(value: string) => string} text
 */
const pills = (name, label, values, value, take, text) =>
  h(
    "fieldset",
    { key: name },
    h("legend", {}, label),
    h(
      "div",
      { class: "pills" },
      values.map((option) =>
        h(
          "label",
          { class: "choice pill", key: option },
          h("input", { type: "radio", name, value: option, checked: option === value, onchange: () => take(option) }),
          text(option),
        ),
      ),
    ),
  );
