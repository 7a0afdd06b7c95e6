// Times and clocks in words.

import { language, locale, t } from "../core/words.js";

/** @typedef {"day" | "hour" | "minute"} Unit */

/** @type {Record<Unit, number>} */
const SECONDS = { day: 86_400, hour: 3_600, minute: 60 };
/** @type {Unit[]} */
const LARGEST_FIRST = ["day", "hour", "minute"];

/** @param {Unit} name */
const unit = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "long" });
const UNITS = { day: unit("day"), hour: unit("hour"), minute: unit("minute") };
const AGO = new Intl.RelativeTimeFormat(language, { numeric: "auto" });

/**
 * "3 days", "36 hours": exactly, in the largest unit that comes out even.
 * @param {number} seconds
 */
export function span(seconds) {
  const name = LARGEST_FIRST.find((size) => seconds % SECONDS[size] === 0) ?? "minute";
  return UNITS[name].format(Math.round(seconds / SECONDS[name]));
}

/**
 * "2 days left": in the largest unit of which there are about two.
 * @param {number} due
 */
export function left(due, now = Date.now()) {
  const seconds = Math.max(0, (due - now) / 1000);
  if (seconds < SECONDS.minute) return t("under_a_minute_left");
  const name = LARGEST_FIRST.find((size) => seconds >= 2 * SECONDS[size] - 1) ?? "minute";
  return t("time_left", { time: UNITS[name].format(Math.round(seconds / SECONDS[name])) });
}

/**
 * The same as a clock shows it, beside its picture: "3 days", "24:00 h", "59:12".
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  if (whole >= 2 * SECONDS.day) return t("days_left", { count: Math.round(whole / SECONDS.day) });
  /** @param {number} value */
  const padded = (value) => String(value).padStart(2, "0");
  const minutes = whole >= SECONDS.hour ? Math.ceil(whole / 60) : Math.floor(whole / 60);
  return whole >= SECONDS.hour
    ? `${Math.floor(minutes / 60)}:${padded(minutes % 60)} h`
    : `${padded(minutes)}:${padded(whole % 60)}`;
}

/**
 * "2 hours", roughly: in the largest unit of which there is at least one.
 * @param {number} milliseconds
 */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  const name = LARGEST_FIRST.find((size) => seconds >= SECONDS[size]);
  return name ? UNITS[name].format(Math.round(seconds / SECONDS[name])) : t("under_a_minute");
}

/**
 * "3 hours ago", "yesterday"
 * @param {number} moment
 */
export function ago(moment, now = Date.now()) {
  const seconds = Math.max(0, (now - moment) / 1000);
  const name = LARGEST_FIRST.find((size) => seconds >= SECONDS[size]);
  return name ? AGO.format(-Math.floor(seconds / SECONDS[name]), name) : AGO.format(0, "second");
}

/**
 * How a game is timed: "3 days per turn", "1 day + 1 hour per turn".
 * @param {ClockControl | null | undefined} clock
 */
export function clockText(clock) {
  if (!clock) return t("no_clock");
  if (clock.type === "days") return t("time_per_turn", { time: span(clock.days * SECONDS.day) });
  return t("bank_per_turn", { bank: span(clock.bank), increment: span(clock.increment) });
}

const date = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });

/**
 * A day such as "2026-11-16" in words: "16 November 2026".
 * @param {string} day
 */
export const dayText = (day) => date.format(new Date(`${day}T00:00Z`));
