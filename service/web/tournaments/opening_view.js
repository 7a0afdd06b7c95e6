// The choices for a new tournament.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { DAYS, KINDS, SEATS, select, shortTitle } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";

/** @typedef {import("./opening.js").TournamentChoice} TournamentChoice */

/** @type {TournamentFormat[]} */
const FORMATS = ["swiss", "round_robin", "knock_out"];
const SIZES = [4, 6, 8, 12, 16, 32, 64];
const MOST_OF_ROUND_ROBIN = 12;
const ROUNDS = [3, 4, 5, 6, 7, 8, 9];
const BEGINNINGS = [1, 3, 7, 14, 30]; // days
const LENGTHS = [3, 6, 12]; // months

/**
 * @param {TournamentChoice} choice
 * @param {(changes: Partial<TournamentChoice>) => void} set
 * @param {{ isBusy: boolean, open: () => void }} state
 */
export function openingView(choice, set, { isBusy, open }) {
  const isKnockOut = choice.format === "knock_out";
  const isOfTwo = isKnockOut || choice.seats === 2;
  const isAtOnce = choice.format === "round_robin" && isOfTwo;
  return h(
    "details",
    { key: "opening", class: "card opening" },
    h("summary", {}, t("tournament_open")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          open();
        },
      },
      h("p", { class: "faint" }, t(`tournament_text_${choice.format}`)),
      h(
        "div",
        { class: "seek-choice" },
        field(
          t("tournament_format"),
          select(
            FORMATS.map((format) => [format, t(`tournament_format_${format}`)]),
            choice.format,
            (format) => set({ format: /** @type {TournamentFormat} */ (format) }),
          ),
        ),
        field(
          t("game"),
          select(
            Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]),
            choice.kind,
            (kind) => set({ kind: /** @type {TournamentChoice["kind"]} */ (kind) }),
          ),
        ),
        isKnockOut
          ? null
          : field(
              t("seek_seats"),
              numbers(SEATS, choice.seats, (seats) => set({ seats })),
            ),
        field(
          t("pace"),
          numbers(
            DAYS,
            choice.days,
            (days) => set({ days }),
            (days) => clockText({ type: "days", days }),
          ),
        ),
        isKnockOut || isAtOnce
          ? null
          : field(
              t("tournament_rounds_head"),
              numbers(ROUNDS, choice.rounds, (rounds) => set({ rounds })),
            ),
        isKnockOut
          ? field(
              t("tournament_match"),
              numbers([1, 3, 5], choice.games, (games) => set({ games })),
            )
          : null,
        field(
          t("tournament_most"),
          numbers(
            SIZES.filter((size) => !isAtOnce || size <= MOST_OF_ROUND_ROBIN),
            choice.most,
            (most) => set({ most }),
          ),
        ),
        field(
          t("tournament_begins"),
          numbers(
            BEGINNINGS,
            choice.begins,
            (begins) => set({ begins }),
            (count) => t("tournament_in_days", { count }),
          ),
        ),
        field(
          t("tournament_lasts"),
          numbers(
            LENGTHS,
            choice.lasts,
            (lasts) => set({ lasts }),
            (count) => t("tournament_months", { count }),
          ),
        ),
        box(t("rated"), choice.isRated, (isRated) => set({ isRated })),
        isKnockOut || choice.isRated
          ? null
          : box(t("tournament_fill"), choice.hasFiller, (hasFiller) => set({ hasFiller })),
      ),
      h("button", { class: "main", disabled: isBusy }, t("tournament_open")),
    ),
  );
}

/**
 * @param {string} label
 * @param {ElementNode} input
 */
const field = (label, input) => h("label", { key: label }, h("span", {}, label), input);

/**
 * @param {number[]} options
 * @param {number} value
 * @param {(value: number) => void} choose
 * @param {(value: number) => string} text
 */
const numbers = (options, value, choose, text = String) =>
  select(
    options.map((option) => [String(option), text(option)]),
    String(value),
    (chosen) => choose(Number(chosen)),
  );

/**
 * @param {string} label
 * @param {boolean} checked
 * @param {(isChecked: boolean) => void} change
 */
const box = (label, checked, change) =>
  h(
    "label",
    { class: "choice", key: label },
    h("input", { type: "checkbox", checked, onchange: (event) => change(event.target.checked) }),
    label,
  );
