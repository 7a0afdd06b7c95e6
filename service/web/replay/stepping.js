// Where one comes to when one steps through a game: by event, by turn, by round.

const last = (state) => state.steps.length;

/** The event behind which the next (or previous) step of this kind ends. */
export function neighbour(state, kind, direction) {
  if (kind === "step") return state.at + direction;
  const now = state.steps[state.at - 1]?.[kind];
  if (now === undefined) return state.at + direction;
  if (direction > 0) {
    if (state.at < last(state) && state.steps[state.at][kind] === now) return end(state, state.at, kind);
    return end(state, Math.min(state.at, last(state) - 1), kind);
  }
  let begin = state.at - 1;
  while (begin > 0 && state.steps[begin - 1][kind] === now) begin -= 1;
  return Math.max(1, begin);
}

/** The last event of the turn or round to which the step at `index` belongs. */
function end(state, index, kind) {
  let found = index;
  while (found + 1 < last(state) && state.steps[found + 1][kind] === state.steps[index][kind]) found += 1;
  return found + 1;
}

/** The event that brought this domino to this seat's territory, as it lies there now. */
export function placing(state, seat, domino) {
  const found = state.steps.findLast(
    (step) => step.seq <= state.at && step.type === "domino_placed" && step.seat === seat && step.domino === domino,
  );
  return found?.seq;
}

/** The last thing this seat did. */
export const ownLast = (steps, seat) => steps.findLast((step) => step.seat === seat)?.seq ?? 0;

/** The next step that is worth showing by itself: what moves nothing on the table is passed over. */
export function nextShown(state) {
  const isQuiet = (seq) => ["recruit_passed", "chiefs_drawn", "game_started"].includes(state.steps[seq - 1]?.type);
  let next = state.at + 1;
  while (next < state.last && isQuiet(next)) next += 1;
  return next;
}
