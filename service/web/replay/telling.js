// What a replay says in large letters: what has just happened, not what comes next.

import { t } from "../core/words.js";
import { chiefOf } from "../drawing/pieces.js";

const UNASKED = ["domino_discarded", "fire_lost"];

/**
 * What happened at the step that is shown; null where the game itself goes on, and says what is due.
 * @param {Table} table
 * @param {ShownState} state
 * @returns {DueNow | null}
 */
export function happened(table, state) {
  const step = state.steps[state.at - 1];
  if (state.isNow || !step) return null;
  const { seat, text } = step;
  return seat === null ? { title: text } : { title: text, icon: chiefOf(table.rules.game), seat };
}

/**
 * What has just happened to the viewer without being asked, because nothing else was possible: a domino that fits
 * nowhere, a fire without a target. With the reason, where it can be no other.
 * @param {Table} table
 * @param {TableState} state
 */
export function unasked({ viewer, rules, seats }, { steps, at }) {
  if (viewer === null) return null;
  const isSo = (/** @type {Step} */ { seat, type }) => seat === viewer && UNASKED.includes(type);
  const before = steps.slice(0, at);
  const begin = before.findLastIndex((step) => step.seat !== null && !isSo(step)) + 1;
  const news = before.slice(begin).filter(isSo);
  if (!news.length) return null;
  const mayDecline = rules.game === "kingdomino" && !rules.variants.includes("must_place");
  const hasReason = news.some(({ type }) => type === UNASKED[0]) && !mayDecline;
  const reason = hasReason ? t(`fits_nowhere_${rules.game}`, { size: seats[viewer].territory.size }) : "";
  return [...news.map(({ text }) => text), reason].filter(Boolean).join(" ");
}
