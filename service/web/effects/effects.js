// Motion and sound for what changes between two drawings of a table.

import { isCalm } from "../core/preferences.js";
import { play } from "../core/sound.js";

const MOST_STEPS = 8; // a move with everything that follows from it; more is a leap through the game

/** @type {Record<string, import("../core/sound.js").Sound>} */
const SOUNDS = {
  domino_drafted: "pick",
  line_revealed: "turn",
  domino_placed: "lay",
  caveman_recruited: "lay",
  fire_landed: "fire",
  totem_moved: "totem",
};

/** @typedef {{ table: Table, state: ShownState }} Drawn */

/** @type {typeof import("./happenings.js") | null} */
let motion = null;

async function fetchMotion() {
  if (!isCalm()) motion ??= await import("./happenings.js").catch(() => null);
}
fetchMotion();

export function effects() {
  /** @type {Drawn | null} */
  let last = null;

  return {
    /**
     * Compares what will be drawn now with what was drawn last.
     * @param {Table} table
     * @param {ShownState} state
     */
    beforeDrawing: (table, state) => {
      const before = last;
      last = { table, state };
      if (!before || Boolean(before.state.line) !== Boolean(state.line)) return;
      const steps = between(before.table, table, state.steps);
      play(steps.map((step) => SOUNDS[step.type]).filter(Boolean));
      if (before.state.pick.turn !== state.pick.turn) play(["turn"]);
      if (isCalled(before, last)) play(["yours"]);
      const isCounted = before.state.ending && state.ending && before.state.ending.act !== state.ending.act;
      if (before.table.seq !== table.seq || isCounted) motion?.settle();
      if (steps.length) fetchMotion();
      if (!motion || isCalm()) return;
      if (steps.length) queueMicrotask(motion.happenings(before.table, table, steps));
      if (isCounted) queueMicrotask(motion.counting());
    },
  };
}

/**
 * The steps from one table to a later one; none if it is far away, or if a turn was taken back.
 * @type {(before: Table, after: Table, steps: Step[]) => Step[]}
 */
function between(before, after, steps) {
  if (after.seq - before.seq > MOST_STEPS) return [];
  const made = steps.slice(before.seq, after.seq);
  return made.some((step) => step.type === "turn_undone") ? [] : made;
}

/**
 * Whether the turn has come to the viewer from somebody else.
 * @type {(before: Drawn, now: Drawn) => boolean}
 */
function isCalled(before, { table, state }) {
  if (!state.canMove || before.state.canMove || before.state.isSending) return false;
  const last = state.steps.findLast((step) => step.seq <= table.seq && step.seat !== null);
  return last?.seat !== table.viewer;
}
