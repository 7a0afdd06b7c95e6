// A puzzle without a connection. The page has no rules, so a domino may lie wherever there is room, and a fire land on
// whatever lies there; the service checks the answer when it is sent. What only rules can say, the solver says: that a
// domino fits nowhere, or that a fire has no target. That is a *skip*, which is not sent.

import { expected } from "../board/expected.js";
import { written } from "../board/expanded.js";
import { among, DIRECTIONS, plus, same } from "../core/cells.js";
import { cellsOf, isWithin, limits } from "../drawing/grid.js";

/** @type {Score} */
const UNKNOWN = { total: 0, regions: [], cavemen: [], hordes: [], resources: [], totems: [], bonuses: [] };
/** @type {Cell} */
const HUT = [0, 0];
/** @type {Skip} */
const SKIP = { type: "skip" };
/**
 * How the attempt stands after these moves, as far as one can know.
 * @type {(puzzle: Puzzle, moves: PuzzleMove[]) => Sitting}
 */
export function uncheckedSitting(puzzle, moves) {
  let sitting = next({ ...START, territory: puzzle.territory, cave: puzzle.cave }, puzzle);
  for (const move of moves) sitting = next(after(puzzle, sitting, move), puzzle);
  const choices = offered(sitting, puzzle);
  return { ...sitting, moves: choices, notation: choices.map(written), earns: null };
}

/** @type {Sitting} */
const START = {
  seq: 0,
  seat: 0,
  step: "place",
  moves: [],
  notation: [],
  recruit: null,
  undo: null,
  earns: null,
  territory: { size: 0, squares: [] },
  domino: null,
  volcano: null,
  placed: 0,
  discarded: [],
  cave: null,
  score: UNKNOWN,
  isUnchecked: true,
};

/** @type {(sitting: Sitting, puzzle: Puzzle) => Sitting} with what is due */
function next(sitting, { tiles }) {
  if (sitting.step === "fire") return sitting;
  const tile = tiles[sitting.placed];
  return { ...sitting, step: tile ? "place" : "over", domino: tile?.domino ?? null };
}

/** @type {(puzzle: Puzzle, sitting: Sitting, move: PuzzleMove) => Sitting} */
function after(puzzle, sitting, move) {
  const { tiles } = puzzle;
  const isLater = move.type === "place" && (sitting.step === "fire" || sitting.domino !== move.domino);
  // The service had skipped what comes between.
  if (isLater && sitting.domino !== null) return after(puzzle, next(after(puzzle, sitting, SKIP), puzzle), move);
  const { placed, domino, discarded, step } = sitting;
  const done = { ...sitting, step: /** @type {const} */ ("place"), volcano: null, placed: placed + 1 };
  if (move.type === "skip") {
    return step === "fire" || domino === null ? done : { ...done, discarded: [...discarded, domino] };
  }
  const laid = { ...sitting, territory: drawn(tiles, sitting, move) };
  const tile = tiles[placed];
  if (move.type !== "place" || !(tile?.a.craters || tile?.b.craters)) return { ...done, territory: laid.territory };
  return { ...laid, step: "fire", volcano: tile.a.craters ? move.a : move.b };
}

/** @type {(tiles: Tile[], sitting: Sitting, move: Move) => Territory} */
function drawn(tiles, { territory, volcano }, move) {
  const seats = [{ territory }];
  const table = /** @type {Table} */ (/** @type {unknown} */ ({ line: tiles, seats, seat: 0, viewer: 0, volcano }));
  return expected(table, move).seats[0].territory;
}

/** @type {(sitting: Sitting, puzzle: Puzzle) => Move[]} */
function offered({ step, domino, territory, volcano }, { tiles }) {
  const { squares } = territory;
  if (step === "fire") {
    return squares
      .filter(({ at, craters }) => !craters && volcano && !same(at, volcano))
      .map(({ at }) => ({ type: "fire", at }));
  }
  if (domino === null || !tiles.length) return [];
  const built = [HUT, ...squares.map(({ at }) => at)];
  const whole = limits(territory);
  const free = cellsOf(whole).filter((cell) => !among(built, cell));
  const touches = (/** @type {Cell} */ cell) => DIRECTIONS.some((way) => among(built, plus(cell, way)));
  return free.flatMap((a) =>
    DIRECTIONS.map((way) => plus(a, way))
      .filter((b) => isWithin(whole, b) && !among(built, b) && (touches(a) || touches(b)))
      .map((b) => /** @type {Place} */ ({ type: "place", domino, a, b })),
  );
}
