// What moderators did: an entry of their log, for themselves and for the person concerned.

import { h } from "../core/dom.js";
import { locale, t } from "../core/words.js";

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/** @param {string} time */
export const timeText = (time) => moment.format(new Date(time));

/**
 * @param {OwnAct} act
 * @param {{ whom?: Child, by?: Child, below?: Child }} options
 */
export const actLine = (act, { whom = null, by = null, below = null }) =>
  h(
    "li",
    { key: act.number, class: act.state ? `is-${act.state}` : "" },
    h("p", {}, h("b", {}, t(`moderated_${act.act}`)), whom ? [" · ", whom] : null, result(act)),
    h("q", {}, act.reason),
    h(
      "p",
      { class: "faint" },
      [
        `#${act.number}`,
        timeText(act.at),
        act.until ? t("act_until", { until: timeText(act.until) }) : null,
        act.state && act.state !== "in_force" ? t(`act_state_${act.state}`) : null,
      ]
        .filter(Boolean)
        .join(" · "),
      by ? [" · ", by] : null,
    ),
    below,
  );

/** @param {OwnAct} act */
function result({ name, before, game, restored }) {
  if (name) return [before ? ` · ${before} → ` : " → ", h("b", {}, name)];
  if (game) return [" · ", h("a", { href: `/game/${game}` }, t("the_game"))];
  return restored ? [" · ", `#${restored}`] : null;
}
