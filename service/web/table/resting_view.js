// Why the clock rests, in words, and the question whether there should be a pause. Fetched for tables that have this.

import { h } from "../core/dom.js";
import { locale, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { restOf } from "../ui/moments.js";

const DAY = 86_400_000;

/** @type {(moment: string, now?: number) => string} "3 Dec", or with the hour if it is soon */
export function untilText(moment, now = Date.now()) {
  const isSoon = Date.parse(moment) - now < 2 * DAY;
  /** @type {Intl.DateTimeFormatOptions} */
  const form = isSoon
    ? { weekday: "short", hour: "numeric", minute: "2-digit" }
    : { weekday: "short", day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(locale, form).format(new Date(moment));
}

/** @type {(rest: Rest, name: string) => string} */
export const restText = (rest, name) => t(`rest_${rest.why}`, { name, until: untilText(rest.end) });

/**
 * Beside the menu: that somebody asks for a pause, or that the clock of the player to move rests. Leads to the dialog.
 * @param {Table} table
 * @param {Clock} clock
 * @param {import("./game_actions.js").GameActions} game
 */
export function resting(table, clock, game) {
  const isAsked = isQuestion(table, clock.time_off?.ask);
  const text = isAsked ? questionText(table, /** @type {Ask} */ (clock.time_off?.ask)) : ofMover(table, clock);
  if (table.status === "over" || !text) return null;
  return h(
    "button",
    {
      key: "resting",
      class: isAsked ? "resting main" : "resting",
      title: text,
      "aria-label": text,
      onclick: () => game.openDialog({ type: "time" }),
    },
    icon("pause"),
    h("span", {}, text),
  );
}

/** @typedef {NonNullable<TimeOff["ask"]>} Ask */

/** @type {(table: Table, ask: Ask | null | undefined) => boolean} whether the viewer is asked for a pause */
const isQuestion = ({ viewer, seats }, ask) =>
  ask !== null && ask !== undefined && viewer !== null && !seats[viewer].bot && !ask.agreed.includes(viewer);

/** @type {(table: Table, ask: Ask) => string} */
export const questionText = ({ seats }, ask) =>
  t("pause_question", { name: seats[ask.seat].name, days: t("time_day", { count: ask.days }) });

/** @type {(table: Table, clock: Clock) => string} */
function ofMover({ seat, seats }, clock) {
  const rest = seat === null ? null : restOf(clock, seat);
  return rest && seat !== null && !seats[seat].bot ? restText(rest, seats[seat].name) : "";
}
