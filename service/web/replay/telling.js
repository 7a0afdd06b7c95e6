// What a replay says in large letters: what has just happened, not what comes next.

import { chiefOf } from "../drawing/pieces.js";

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
