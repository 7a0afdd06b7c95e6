// The rungs of a hint, from vague to exact, derived from the table. Pure; knows no rules.

import { centre, placements, targets } from "../board/picking.js";
import { among, distinct } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";

/**
 * What a rung says: the end of a sentence's name, what fills its gaps, and what of the table is lit.
 * @typedef {object} Rung
 * @property {string} says
 * @property {string} [terrain]
 * @property {string} [caveman]
 * @property {Source} [source]
 * @property {Cell[]} [cells]
 * @property {number[]} [dominoes]
 */

const NEAR = 1.6; // cells from the middle of the best placement to those beside it

/**
 * The rungs of the best move; the last one is exact.
 * @type {(table: Table, choices: Choices, moves: SuggestedMove[]) => Rung[]}
 */
export function ladder(table, choices, moves) {
  const best = moves[0]?.move;
  return best ? [...vagueRungs(table, choices, best, moves), { says: "exact" }] : [];
}

/** @type {(table: Table, choices: Choices, best: Move, moves: SuggestedMove[]) => Rung[]} */
function vagueRungs(table, choices, best, moves) {
  switch (best.type) {
    case "place":
      return [
        { says: "place", terrain: grown(table, best) },
        { says: "area", cells: nearby(choices, best) },
      ];
    case "fire":
      return fires(table, choices, best);
    case "draft":
    case "claim":
      return drafts(table, choices, best, moves);
    case "recruit":
      return [{ says: "recruit" }, { says: "caveman", caveman: best.caveman, source: best.source }];
    case "give_totem":
      return [{ says: "totem" }];
    default:
      return [{ says: best.type }];
  }
}

/** @param {Table} table */
const regions = (table) => (table.seat === null ? [] : table.seats[table.seat].score.regions);

/** @type {(table: Table, dominoes: number[]) => Slot[]} */
const slotsOf = (table, dominoes) =>
  [...table.line, ...table.next_line].filter((slot) => dominoes.includes(slot.domino));

/** @type {(first: Cell, second: Cell) => boolean} */
const isBeside = (first, second) => Math.abs(first[0] - second[0]) + Math.abs(first[1] - second[1]) === 1;

/** @type {(all: Region[]) => Region | null} */
const largest = (all) =>
  all.reduce((best, next) => (next.squares > (best?.squares ?? 0) ? next : best), /** @type {Region | null} */ (null));

/**
 * The terrain of the larger region that a placement makes larger; without one, of the first square that is no volcano.
 * @type {(table: Table, move: Place) => string}
 */
function grown(table, move) {
  const [slot] = slotsOf(table, [move.domino]);
  const squares = [
    { terrain: slot.a.terrain, craters: slot.a.craters, cell: move.a },
    { terrain: slot.b.terrain, craters: slot.b.craters, cell: move.b },
  ].filter(({ craters }) => !craters);
  const touched = squares.flatMap(({ terrain, cell }) =>
    regions(table).filter(
      (region) => region.terrain === terrain && region.cells.some((other) => isBeside(other, cell)),
    ),
  );
  return (largest(touched) ?? squares[0]).terrain;
}

/**
 * The cells of all placements that lie about where the best one does.
 * @type {(choices: Choices, best: Place) => Cell[]}
 */
function nearby(choices, best) {
  const [x, y] = centre(best);
  const close = placements(choices).filter((move) => Math.hypot(centre(move)[0] - x, centre(move)[1] - y) <= NEAR);
  return distinct(close.flatMap((move) => [move.a, move.b]));
}

/** @type {(table: Table, choices: Choices, best: Fire) => Rung[]} */
function fires(table, choices, best) {
  const region = regions(table).find(({ cells }) => among(cells, best.at));
  if (!region) return [];
  const { terrain } = region;
  const cells = targets(choices).map((move) => move.at);
  return [
    { says: "fire", terrain },
    { says: "region", terrain, cells: cells.filter((cell) => among(region.cells, cell)) },
  ];
}

/** @type {(table: Table, choices: Choices, best: Move, moves: SuggestedMove[]) => Rung[]} */
function drafts(table, choices, best, moves) {
  const chosen = dominoesOf(best);
  const squares = slotsOf(table, chosen)
    .flatMap((slot) => [slot.a, slot.b])
    .filter((square) => !square.craters);
  const own = largest(regions(table).filter((region) => squares.some((square) => square.terrain === region.terrain)));
  const terrain = own?.terrain ?? squares.reduce((most, next) => (next.marks > most.marks ? next : most)).terrain;
  const second = moves.find(({ move }) => !dominoesOf(move).some((domino) => chosen.includes(domino)));
  const isTelling = choices.moves.length > 2 && second;
  if (!isTelling) return [{ says: "draft", terrain }];
  const dominoes = [...chosen, ...dominoesOf(second.move)].sort((first, other) => first - other);
  return [
    { says: "draft", terrain },
    { says: "dominoes", dominoes },
  ];
}
