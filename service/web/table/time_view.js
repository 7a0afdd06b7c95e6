// The dialog about time: when clocks rest at this table, a pause, and a day for somebody.

import { h } from "../core/dom.js";
import { locale, t } from "../core/words.js";
import { select } from "../ui/game_kinds.js";
import { clockText, restOf } from "../ui/moments.js";
import { hourText, weekdays } from "../ui/weekdays.js";
import { icon } from "../drawing/pieces.js";
import { questionText, restText, untilText } from "./resting_view.js";

const LENGTHS = [3, 7, 14, 30]; // days
const GIFTS = 5;
const day = (/** @type {number} */ count) => t("time_day", { count });

/** @typedef {import("./game_actions.js").GameActions} GameActions */

let length = 7;

/**
 * @param {Table} table
 * @param {Clock} clock
 * @param {import("./game_actions.js").GameActions} game
 * @returns {Child[]}
 */
export function timeDialog(table, clock, game) {
  const isPlaying = table.viewer !== null && !table.seats[table.viewer].bot && table.status === "running";
  return [
    h("p", {}, clockText(clock.control), clock.due ? ` · ${dueText(clock.due)}` : ""),
    h("h3", {}, t("table_rests")),
    terms(table, clock.time_off),
    isPlaying ? [pause(table, clock.time_off, game), gift(table, clock, game)] : null,
  ];
}

/** @param {string} due */
const dueText = (due) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(due));

/** @type {(table: Table, time: TimeOff | undefined) => Child} */
function terms(table, time) {
  const nameOf = (/** @type {number} */ seat) => table.seats[seat].name;
  const lines = [
    ...(time?.days_off ?? []).map(({ seat, days }) => t("days_off_of", { name: nameOf(seat), days: weekdays(days) })),
    time?.days_off?.length === 0 ? `${t("rests_days_off")}: ${t("rests_days_off_text")}` : "",
    time?.quiet ? `${t("rests_quiet")}: ${t("rests_quiet_text", hours(time.quiet))}` : "",
    time?.holidays ? `${t("rests_holidays")}: ${t("rests_holidays_text")}` : "",
    ...(time?.rests ?? [])
      .filter(({ why }) => why === "holiday" || why === "pause")
      .map((rest) => coming(rest, nameOf)),
  ].filter(Boolean);
  return lines.length
    ? h(
        "ul",
        {},
        lines.map((line) => h("li", { key: line }, line)),
      )
    : h("p", { class: "faint" }, t("rests_never"));
}

/** @type {(quiet: { begin: number, end: number }) => { begin: string, end: string }} */
const hours = ({ begin, end }) => ({ begin: hourText(begin), end: hourText(end) });

/** @type {(rest: Rest, nameOf: (seat: number) => string) => string} */
function coming(rest, nameOf) {
  if (Date.parse(rest.end) <= Date.now()) return "";
  const name = rest.seat === null ? "" : nameOf(rest.seat);
  if (Date.parse(rest.begin) <= Date.now()) return restText(rest, name);
  return t("planned_holiday", { name, from: untilText(rest.begin), until: untilText(rest.end) });
}

/** @type {(table: Table, time: TimeOff | undefined, game: GameActions) => Child} */
function pause(table, time, game) {
  const seat = /** @type {number} */ (table.viewer);
  const isPaused = restOf({ control: null, seat: null, due: null, left: null, time_off: time }, -1)?.why === "pause";
  return [
    h("h3", {}, t("pause_of_game")),
    h("p", { class: "faint" }, t("pause_text", { count: time?.pauses ?? 0 })),
    isPaused
      ? h("div", { class: "row agree" }, h("button", { onclick: game.endPause }, icon("play"), t("end_pause")))
      : time?.ask
        ? question(table, time.ask, seat, game)
        : h(
            "div",
            { class: "row agree" },
            h(
              "label",
              { class: "row" },
              h("span", {}, t("pause_length")),
              select(
                LENGTHS.map((days) => [String(days), day(days)]),
                String(length),
                (value) => (length = Number(value)),
              ),
            ),
            h("button", { onclick: () => game.askPause(length) }, icon("pause"), t("ask_pause")),
          ),
  ];
}

/** @type {(table: Table, ask: import("./resting_view.js").Ask, seat: number, game: GameActions) => Child} */
function question(table, ask, seat, game) {
  const hasAgreed = ask.agreed.includes(seat);
  const days = day(ask.days);
  return [
    h("p", {}, ask.seat === seat ? t("pause_own_question", { days }) : questionText(table, ask)),
    h(
      "div",
      { class: "row agree" },
      hasAgreed ? null : h("button", { class: "main", onclick: game.agreePause }, icon("check"), t("agree_pause")),
      h("button", { onclick: game.endPause }, t(ask.seat === seat ? "withdraw_pause" : "refuse_pause")),
    ),
  ];
}

/** @type {(table: Table, clock: Clock, game: GameActions) => Child} */
function gift(table, clock, game) {
  const count = GIFTS - (clock.time_off?.given ?? []).filter((seat) => seat === table.viewer).length;
  if (clock.seat === null || clock.seat === table.viewer || count < 1) return null;
  const { name } = table.seats[clock.seat];
  return [
    h("h3", {}, t("give_time")),
    h("p", { class: "faint" }, t("give_day_text", { name, count })),
    h(
      "div",
      { class: "row agree" },
      h("button", { onclick: () => game.giveDay(name) }, icon("clock"), t("give_day", { name })),
    ),
  ];
}
