// How fast a new game is played: without a clock, by days, or from a bank of time.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { bank, BANKS, DAYS, LEVELS, select } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";
import { hourText } from "../ui/weekdays.js";
import { CUSTOM, isOpen, NIGHT } from "./new_game.js";

/** @typedef {import("./new_game.js").NewGame} NewGame */
/** @typedef {import("./new_game_view.js").SetChoice} SetChoice */

/** @type {(name: string, values: number[], value: number, choose: (value: number) => void) => ElementNode} */
export const pills = (name, values, value, choose) =>
  h(
    "div",
    { class: "pills" },
    values.map((option) =>
      h(
        "label",
        { class: "choice pill", key: option },
        h("input", { type: "radio", name, value: option, checked: option === value, onchange: () => choose(option) }),
        option,
      ),
    ),
  );

/**
 * @param {NewGame} state
 * @param {SetChoice} set
 */
export function pace(state, set) {
  /** @type {(name: NewGame["clock"], heading: string, text: string, more?: Child) => ElementNode} */
  const way = (name, heading, text, more) =>
    h(
      "div",
      { class: "pace", key: heading },
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "radio",
          name: "clock",
          checked: state.clock === name,
          onchange: () => set({ clock: name }),
        }),
        h("span", {}, h("b", {}, heading), h("span", { class: "faint" }, text)),
      ),
      state.clock === name ? more : null,
    );
  const banks = [...BANKS.map((known, at) => [String(at), clockText(bank(...known))]), [CUSTOM, t("own_bank")]];
  /**
   * @param {"days" | "hours"} field
   * @param {string} label
   * @param {number} most
   */
  const amount = (field, label, most) =>
    h(
      "label",
      {},
      h("input", {
        type: "number",
        min: 0,
        max: most,
        step: "any",
        required: true,
        inputmode: "decimal",
        value: String(state.custom[field]),
        oninput: (event) => set({ custom: { ...state.custom, [field]: event.target.valueAsNumber || 0 } }),
      }),
      label,
    );
  return h(
    "fieldset",
    { class: "card" },
    h("legend", {}, t("pace")),
    way(null, t("no_clock"), t("no_clock_text")),
    way(
      "days",
      t("days_clock"),
      t("days_clock_text"),
      h(
        "div",
        { class: "spread", role: "radiogroup", "aria-label": t("days_clock") },
        pills("days", DAYS, state.days, (days) => set({ days })),
      ),
    ),
    way(
      "bank",
      t("bank_clock"),
      t("bank_clock_text"),
      h(
        "div",
        { class: "spread" },
        select(banks, state.bank, (value) => set({ bank: value }), { "aria-label": t("bank_clock") }),
        state.bank === CUSTOM
          ? [amount("days", t("days_at_start"), 366), amount("hours", t("hours_per_turn"), 366)]
          : null,
      ),
    ),
    state.clock === null ? null : rests(state, set),
    state.clock === null && !isOpen(state)
      ? null
      : h(
          "label",
          { class: "spread" },
          h("span", {}, t("successor")),
          select(
            LEVELS.map((level) => [level, t("bot_of_level", { level: word("levels", level) })]),
            state.successor,
            (successor) => set({ successor }),
          ),
        ),
  );
}

/**
 * When clocks rest: at an open table this is what those who sit down agree to.
 * @type {(state: NewGame, set: SetChoice) => ElementNode}
 */
function rests(state, set) {
  /** @type {(name: keyof NewGame["rests"], text: string) => ElementNode} */
  const option = (name, text) =>
    h(
      "label",
      { class: "choice", key: name },
      h("input", {
        type: "checkbox",
        name,
        checked: state.rests[name],
        onchange: (event) => set({ rests: { ...state.rests, [name]: event.target.checked } }),
      }),
      h("span", {}, h("b", {}, t(`rests_${name}`)), h("span", { class: "faint" }, text)),
    );
  const night = { begin: hourText(NIGHT.begin), end: hourText(NIGHT.end) };
  return h(
    "fieldset",
    { class: "rests", key: "rests" },
    h("legend", {}, t("table_rests")),
    isOpen(state) ? h("p", { class: "faint" }, t("table_rests_text")) : null,
    option("days_off", t("rests_days_off_text")),
    option("holidays", t("rests_holidays_text")),
    option("quiet", t("rests_quiet_text", night)),
  );
}
