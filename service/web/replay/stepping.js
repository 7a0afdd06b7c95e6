// The event to go to when stepping through a game: by event, by turn, by round.

/** @typedef {Pick<TableState, "steps" | "at" | "last">} Position in a game that is stepped through */

/**
 * The event after which the next (or previous) step of this kind ends.
 * @type {(state: Omit<Position, "last">, kind: StepKind, direction: number) => number}
 */
export function neighbour({ steps, at }, kind, direction) {
  const now = kind === "step" ? undefined : steps[at - 1]?.[kind];
  if (kind === "step" || now === undefined) return at + direction;
  if (direction > 0) return end(steps, Math.min(at, steps.length - 1), kind);
  let begin = at - 1;
  while (begin > 0 && steps[begin - 1][kind] === now) begin -= 1;
  return Math.max(1, begin);
}

/**
 * The last event of the turn or round to which the step at `index` belongs.
 * @type {(steps: Step[], index: number, kind: "turn" | "round") => number}
 */
function end(steps, index, kind) {
  let last = index;
  while (last + 1 < steps.length && steps[last + 1][kind] === steps[index][kind]) last += 1;
  return last + 1;
}

/**
 * The event that brought this domino to this seat's territory, as it lies there now.
 * @type {(state: Pick<Position, "steps" | "at">, seat: number, domino: number) => number | undefined}
 */
export function placedAt({ steps, at }, seat, domino) {
  const isIt = (/** @type {Step} */ step) =>
    step.seq <= at && step.type === "domino_placed" && step.seat === seat && step.domino === domino;
  return steps.findLast(isIt)?.seq;
}

/**
 * The last thing this seat did.
 * @type {(steps: Step[], seat: number) => number}
 */
export const lastOwnStep = (steps, seat) => steps.findLast((step) => step.seat === seat)?.seq ?? 0;

/**
 * The next step that is worth showing by itself: what moves nothing on the table is passed over.
 * @param {Position} state
 */
export function nextShown(state) {
  const isQuiet = (/** @type {number} */ seq) =>
    ["recruit_passed", "chiefs_drawn", "game_started"].includes(state.steps[seq - 1]?.type);
  let next = state.at + 1;
  while (next < state.last && isQuiet(next)) next += 1;
  return next;
}
