// Your time off: the weekdays on which your clocks rest, and holidays out of a yearly allowance.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { smallForm } from "../ui/form.js";
import { setting } from "../ui/setting.js";
import { ownZone, weekday } from "../ui/weekdays.js";
import { chooseDays, endHoliday, ownTime, planHoliday } from "./time_off.js";

/** @typedef {import("./time_off.js").OwnTime} OwnTime */

const MOST_DAYS = 3;
const WEEK = [0, 1, 2, 3, 4, 5, 6];
const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** @param {string} day */
const dayText = (day) => date.format(new Date(`${day}T00:00:00Z`));

/** @param {Redraw} redraw */
export function timeOff(redraw) {
  /** @type {OwnTime | null} */
  let own = null; // null until the service has answered

  /** @param {Promise<OwnTime>} answer */
  const take = async (answer) => {
    own = await answer;
    redraw();
  };
  const planning = smallForm("holiday", redraw, ({ first, last }) => take(planHoliday(first, last, ownZone())));
  /** @type {(days: number[]) => Promise<void>} */
  const choose = (days) =>
    withNotice(async () => {
      await take(chooseDays(ownZone(), days));
      notice(t("days_off_saved"));
    });

  /** @param {OwnTime} shown */
  const days = (shown) =>
    h(
      "fieldset",
      { key: "days" },
      h("legend", {}, t("days_off")),
      h(
        "div",
        { class: "pills" },
        WEEK.map((day) => {
          const isOff = shown.days.includes(day);
          const without = shown.days.filter((other) => other !== day);
          return h(
            "label",
            { key: day, class: "choice pill" },
            h("input", {
              type: "checkbox",
              name: `off-${day}`,
              "aria-label": weekday(day, "long"),
              checked: isOff,
              disabled: !isOff && shown.days.length >= MOST_DAYS,
              onchange: () => choose(isOff ? without : [...without, day]),
            }),
            weekday(day),
          );
        }),
      ),
      h(
        "p",
        { class: "faint" },
        t("days_off_text", { zone: (shown.days.length ? shown.zone : ownZone()).replaceAll("_", " ") }),
      ),
    );

  /** @param {import("./time_off.js").Holiday} holiday */
  const line = (holiday) => {
    const hasBegun = Date.parse(holiday.begin) <= Date.now();
    return h(
      "li",
      { key: holiday.first },
      h(
        "div",
        {},
        h("b", {}, t("holiday_span", { first: dayText(holiday.first), last: dayText(holiday.last) })),
        hasBegun ? h("p", { class: "faint" }, t("holiday_now")) : null,
      ),
      h(
        "button",
        { type: "button", onclick: () => withNotice(() => take(endHoliday(holiday.first))) },
        t(hasBegun ? "holiday_end" : "holiday_give_up"),
      ),
    );
  };

  /** @param {OwnTime} shown */
  const holidays = (shown) => [
    h("h3", {}, t("holidays")),
    h("p", { class: "faint" }, t("holidays_text")),
    shown.holidays.length ? h("ul", { class: "tokens" }, shown.holidays.map(line)) : null,
    h(
      "p",
      { class: "left" },
      shown.allowance
        .map(({ year, days: all, used }) => t("holidays_left", { year, count: Math.max(0, all - used) }))
        .join(" · "),
    ),
    planning.form(
      t("holiday_plan"),
      planning.field("first", t("holiday_first"), { type: "date" }),
      planning.field("last", t("holiday_last"), { type: "date" }),
    ),
  ];

  withNotice(() => take(ownTime()));
  return () =>
    setting(
      "time-off",
      t("time_off"),
      h("p", { class: "faint" }, t("time_off_text")),
      own === null ? h("p", {}, t("looking")) : [days(own), ...holidays(own)],
    );
}
