// The event to go to when stepping through a game: by event, by turn, by round.

/** @typedef {Pick<TableState, "steps" | "at" | "last">} Position in a game that is stepped through */

/**
 * The event after which the next (or previous) step of this kind ends.
 * @type {(state: Omit<Position, "last">, kind: StepKind, direction: number) => number}
 */
export function neighbour({ steps, at }, kind, direction) {
  const now = kind === "step" ? undefined : steps[at - 1]?.[kind];
  if (kind === "step" || now === undefined) return nextKept(steps, at, direction);
  if (direction > 0) return end(steps, Math.min(at, steps.length - 1), kind);
  let begin = at - 1;
  while (begin > 0 && steps[begin - 1][kind] === now) begin -= 1;
  return Math.max(1, begin);
}

/** @type {WeakMap<Step[], Set<number>>} */
const taken = new WeakMap();

/**
 * The events that were taken back, with the taking back itself: they are history, but not part of the game.
 * @param {Step[]} steps
 */
export function takenBack(steps) {
  const known = taken.get(steps);
  if (known) return known;
  /** @type {Set<number>} */
  const all = new Set();
  for (const { seq, to } of steps) {
    if (typeof to === "number") for (let gone = to + 1; gone <= seq; gone += 1) all.add(gone);
  }
  taken.set(steps, all);
  return all;
}

/**
 * The next event that was not taken back; before the first and after the last there is none.
 * @type {(steps: Step[], at: number, direction: number) => number}
 */
function nextKept(steps, at, direction) {
  const gone = takenBack(steps);
  let next = at + direction;
  while (next > 1 && next < steps.length && gone.has(next)) next += direction;
  return next;
}

/**
 * Where in the game this event is, without what was taken back: the third of eight steps.
 * @param {Position} state
 */
export function counted({ steps, at, last }) {
  const gone = takenBack(steps);
  const before = (/** @type {number} */ seq) => seq - [...gone].filter((other) => other <= seq).length;
  return { at: Math.max(1, before(at)), last: Math.max(1, before(last)) };
}

/**
 * The event of a step that is counted so.
 * @type {(steps: Step[], count: number) => number}
 */
export function eventOf(steps, count) {
  const gone = takenBack(steps);
  return steps.filter(({ seq }) => !gone.has(seq))[count - 1]?.seq ?? steps.length;
}

/**
 * The last event before the turn that is shown.
 * @type {(state: Pick<Position, "steps" | "at">) => number}
 */
export function turnBegin({ steps, at }) {
  let begin = at;
  while (begin > 0 && steps[begin - 1]?.turn === steps[at - 1]?.turn) begin -= 1;
  return begin;
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
 * The next step that is worth showing by itself: what moves nothing on the table, or was taken back, is passed over.
 * @param {Position} state
 */
export function nextShown(state) {
  const gone = takenBack(state.steps);
  const isQuiet = (/** @type {number} */ seq) =>
    gone.has(seq) || ["recruit_passed", "chiefs_drawn", "game_started"].includes(state.steps[seq - 1]?.type);
  let next = state.at + 1;
  while (next < state.last && isQuiet(next)) next += 1;
  return next;
}
