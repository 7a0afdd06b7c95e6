// What is looked back at, and the board of each step. Pure.

/** Under which name a fetched board is known. */
export const name = (line, at) => `${line} ${at}`;

/** The moves of a line: "best", or the number of an attempt. */
export const movesOf = ({ outcome }, line) =>
  line === "best" ? outcome.line.map((step) => step.move) : (outcome.attempts[line]?.moves ?? []);

/** The board that is shown: { territory, total }; undefined while it is fetched. */
export function boardOf({ puzzle, outcome, walk, seen }) {
  if (walk.line === "heat") return { territory: puzzle.territory, total: null };
  if (walk.line === "best" && walk.at) return outcome.line[walk.at - 1];
  return walk.at ? seen.get(name(walk.line, walk.at)) : { territory: puzzle.territory, total: null };
}
