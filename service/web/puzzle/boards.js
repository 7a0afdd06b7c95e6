// The lines that are looked back at, and the board after each step. Pure.

/**
 * The name of a fetched board.
 * @type {(line: WalkLine, at: number) => string}
 */
export const boardName = (line, at) => `${line} ${at}`;

/**
 * The moves of a line.
 * @type {(outcome: PuzzleOutcome, line: WalkLine) => Move[]}
 */
export function movesOf(outcome, line) {
  if (line === "heat") return [];
  return line === "best" ? outcome.line.map((step) => step.move) : (outcome.attempts[line]?.moves ?? []);
}

/**
 * The board that is shown; undefined while it is fetched.
 * @type {(state: WalkState) => WalkBoard | undefined}
 */
export function boardOf({ puzzle, outcome, walk, seen }) {
  const begin = { territory: puzzle.territory, total: null };
  if (walk.line === "heat" || !walk.at) return begin;
  return walk.line === "best" ? outcome.line[walk.at - 1] : seen.get(boardName(walk.line, walk.at));
}
