// What happened to the viewer without being asked.

import { UNASKED } from "../core/moves.js";
import { t } from "../core/words.js";

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
