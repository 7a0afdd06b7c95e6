// The puzzles of past days: a month as a calendar, each day with your stars.

import { h } from "../core/dom.js";
import { locale, t } from "../core/words.js";
import { shortTitle } from "../ui/game_kinds.js";
import { icon } from "../drawing/pieces.js";
import { dayText } from "../ui/dates.js";
import { stars } from "./stars_view.js";

const DAY = 86_400_000;
const WEEK = 7;
const MONDAY = Date.UTC(2024, 0, 1);
const monthName = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
const weekday = {
  short: new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" }),
  long: new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }),
};

/** @param {string} day */
const monthOf = (day) => day.slice(0, 7);

/**
 * The month before or after: "2026-11".
 * @param {string} month
 * @param {number} by
 */
function monthAfter(month, by) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/**
 * The days of a month by weeks, which begin on Monday; null where there is none.
 * @param {string} month
 */
function weeks(month) {
  const first = new Date(`${month}-01T00:00Z`);
  const days = Date.parse(`${monthAfter(month, 1)}-01T00:00Z`) - first.getTime();
  const before = (first.getUTCDay() + WEEK - 1) % WEEK;
  const cells = [
    ...Array(before).fill(null),
    ...Array.from({ length: Math.round(days / DAY) }, (_, day) => `${month}-${String(day + 1).padStart(2, "0")}`),
  ];
  while (cells.length % WEEK) cells.push(null);
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}

/**
 * @param {PuzzleArchive} archive
 * @param {string} today
 * @param {(month: string) => unknown} show
 */
export function calendar(archive, today, show) {
  const { month, first, days } = archive;
  const byDay = new Map(days.map((entry) => [entry.day, entry]));
  /**
   * @param {number} by
   * @param {string} name
   * @param {string} sign
   * @param {boolean} isOff
   */
  const turn = (by, name, sign, isOff) =>
    h(
      "button",
      {
        class: "plain",
        "aria-label": t(name),
        title: t(name),
        disabled: isOff,
        onclick: () => show(monthAfter(month, by)),
      },
      icon(sign),
    );
  return h(
    "section",
    { class: "calendar card", key: "calendar", "aria-labelledby": "calendar-title" },
    h(
      "div",
      { class: "calendar-head" },
      h("h2", { id: "calendar-title" }, t("archive")),
      turn(-1, "month_before", "back", month <= monthOf(first)),
      h("b", { "aria-live": "polite" }, monthName.format(new Date(`${month}-01T00:00Z`))),
      turn(1, "month_after", "forward", month >= monthOf(today)),
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          Array.from({ length: WEEK }, (_, day) =>
            h(
              "th",
              { scope: "col", abbr: weekday.long.format(MONDAY + day * DAY) },
              weekday.short.format(MONDAY + day * DAY),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        weeks(month).map((week) =>
          h(
            "tr",
            {},
            week.map((day) =>
              h(
                "td",
                { class: day === today ? "is-today" : "" },
                day ? cell(day, byDay.get(day), day === today) : null,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {string} day
 * @param {ArchivedDay | undefined} puzzle
 * @param {boolean} isToday
 */
function cell(day, puzzle, isToday) {
  const number = h("span", { class: "day", "aria-hidden": "true" }, Number(day.slice(8)));
  if (!puzzle) return h("span", { class: "no-day" }, number);
  const { result } = puzzle;
  return h(
    "a",
    {
      href: `/puzzles/${puzzle.puzzle}`,
      class: result?.solved ? "is-solved" : result ? "is-tried" : "",
      title: shortTitle(puzzle),
      "aria-current": isToday ? "date" : undefined,
    },
    number,
    h("span", { class: "unseen" }, `${dayText(day)}, ${shortTitle(puzzle)}${result ? "" : `, ${t("not_tried")}`}`),
    result ? stars(result.stars) : h("span", { class: "stars", "aria-hidden": "true" }, "·"),
  );
}
