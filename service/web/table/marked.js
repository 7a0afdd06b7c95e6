// What is marked on the table: the moves of a hint, of a lesson or of a review.

import { onDemand } from "../core/on_demand.js";
import { hintMarks } from "../hints/on_demand.js";
import { verdictMarks } from "../review/on_demand.js";

const marks = onDemand(() => import("../drawing/marks.js"), "hints");

/** @typedef {import("../hints/hint_view.js").Drawn} Drawn */
/** @typedef {import("../hints/hint_view.js").ShownHint} ShownHint */

/**
 * What a hint or a review draws on the table: in the lines, in the cave, and over the territory of one seat.
 * @param {Table} table
 * @param {ShownState} state
 * @param {ShownHint | null} hint
 * @param {Drawn | null} taught what a lesson points at
 */
export function marked(table, state, hint, taught) {
  const judged = verdictMarks(state);
  const advice = hint ? hintMarks(hint) : state.isNow ? taught : null;
  const help = advice ?? { cells: [], dominoes: [], caveman: null, marks: judged.marks };
  const seat = advice ? table.seat : judged.seat;
  const before = advice ? table : judged.before;
  const drawing = help.marks.length || help.cells.length ? marks() : null;
  const drawn =
    drawing && before ? help.marks.map((mark, index) => drawing.boardMark(before, mark, index)).filter(Boolean) : [];
  return {
    lines: { marked: drawing?.lineMarks(help.marks) ?? new Map(), lit: help.dominoes },
    caveman: help.caveman,
    over: (/** @type {number} */ number) =>
      number === seat ? [help.cells.length ? drawing?.area(help.cells) : null, ...drawn] : [],
  };
}
