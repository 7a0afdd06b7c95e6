// How fast a new game is played: without a clock, by days, or from a bank of time.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { bank, BANKS, DAYS, LEVELS, select } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";
import { CUSTOM, isOpen } from "./new_game.js";

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
