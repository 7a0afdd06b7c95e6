// Times and clocks in words. By our own sentences: to load Intl takes a phone 60 ms, and first views say these.

import { t } from "../core/words.js";

/** @typedef {"day" | "hour" | "minute"} Unit */

/** @type {Record<Unit, number>} */
const SECONDS = { day: 86_400, hour: 3_600, minute: 60 };
/** @type {Unit[]} */
const LARGEST_FIRST = ["day", "hour", "minute"];

/** @type {(seconds: number, name: Unit) => string} "3 days" */
const inUnits = (seconds, name) => t(`time_${name}`, { count: Math.round(seconds / SECONDS[name]) });

/**
 * "3 days", "36 hours": exactly, in the largest unit that comes out even.
 * @param {number} seconds
 */
export function span(seconds) {
  const name = LARGEST_FIRST.find((size) => seconds % SECONDS[size] === 0) ?? "minute";
  return inUnits(seconds, name);
}

/**
 * "2 days left": in the largest unit of which there are about two.
 * @param {number} due
 */
export function left(due, now = Date.now()) {
  const seconds = Math.max(0, (due - now) / 1000);
  if (seconds < SECONDS.minute) return t("under_a_minute_left");
  const name = LARGEST_FIRST.find((size) => seconds >= 2 * SECONDS[size] - 1) ?? "minute";
  return t("time_left", { time: inUnits(seconds, name) });
}

/**
 * The same as a clock shows it, beside its picture: "3 days", "24:00 h", "59:12".
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  if (whole >= 2 * SECONDS.day) return inUnits(whole, "day");
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
  return name ? inUnits(seconds, name) : t("under_a_minute");
}

/**
 * "3 hours ago", "yesterday"
 * @param {number} moment
 */
export function ago(moment, now = Date.now()) {
  const seconds = Math.max(0, (now - moment) / 1000);
  const name = LARGEST_FIRST.find((size) => seconds >= SECONDS[size]);
  return name ? t(`ago_${name}`, { count: Math.floor(seconds / SECONDS[name]) }) : t("just_now");
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

/**
 * The rest of a seat, or of all: that which ends last, or null if its clock runs.
 * @param {Clock | null | undefined} clock
 * @param {number} seat
 * @returns {Rest | null}
 */
export function restOf(clock, seat, now = Date.now()) {
  const lasting = (clock?.time_off?.rests ?? []).filter(
    (rest) => (rest.seat ?? seat) === seat && Date.parse(rest.begin) <= now && now < Date.parse(rest.end),
  );
  return lasting.sort((one, other) => Date.parse(other.end) - Date.parse(one.end))[0] ?? null;
}
