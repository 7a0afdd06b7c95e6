// Weekdays and hours in the language of the page. Monday is 0.

import { listed, locale } from "../core/words.js";

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

/** @type {(day: number, form?: "short" | "long") => string} */
export const weekday = (day, form = "short") =>
  new Intl.DateTimeFormat(locale, { weekday: form, timeZone: "UTC" }).format(new Date(MONDAY + day * DAY));

/** @type {(days: number[]) => string} */
export const weekdays = (days) => listed(days.map((day) => weekday(day)));

/** @type {(minutes: number) => string} "22:00" */
export const hourText = (minutes) =>
  new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" }).format(
    new Date(MONDAY + minutes * 60_000),
  );

/** The time zone of this browser. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
