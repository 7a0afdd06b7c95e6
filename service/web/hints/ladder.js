// A hint from vague to exact: the rungs of the ladder, found by looking at the table. Pure; knows no rules.

import { dominoesOf } from "../drawing/dominoes.js";
import { among, same } from "../core/cells.js";
import { placements, targets } from "../board/picking.js";

const NEAR = 1.6; // cells from the middle of the best placement to those beside it

/** What each rung says: the name of a sentence with its terrain or caveman, and what of the table is lit. The last is exact. */
export function ladder(table, choices, moves) {
  const best = moves[0]?.move;
  if (!best) return [];
  return [...RUNGS[best.type](table, choices, best, moves), { says: "exact" }];
}

const RUNGS = {
  place: (table, choices, best) => [
    { says: "place", terrain: grown(table, best) },
    { says: "area", cells: nearby(choices, best) },
  ],
  decline: () => [{ says: "decline" }],
  fire: (table, choices, best) => {
    const region = regions(table).find((known) => among(known.cells, best.at));
    return [
      { says: "fire", terrain: region.terrain },
      {
        says: "region",
        terrain: region.terrain,
        cells: targets(choices)
          .map((move) => move.at)
          .filter((cell) => among(region.cells, cell)),
      },
    ];
  },
  draft: drafts,
  claim: drafts,
  recruit: (table, choices, best) => [
    { says: "recruit" },
    { says: "caveman", caveman: best.caveman, source: best.source },
  ],
  pass: () => [{ says: "pass" }],
  give_totem: () => [{ says: "totem" }],
};

const regions = (table) => table.seats[table.seat].score.regions;
const slotOf = (table, domino) => [...table.line, ...table.next_line].find((slot) => slot.domino === domino);
const isBeside = (one, two) => Math.abs(one[0] - two[0]) + Math.abs(one[1] - two[1]) === 1;

/** The terrain of the larger region that a placement makes larger; without one, of the first square that is no volcano. */
function grown(table, move) {
  const slot = slotOf(table, move.domino);
  const squares = [
    [slot.a, move.a],
    [slot.b, move.b],
  ].filter(([square]) => !square.craters);
  const touched = squares.flatMap(([square, cell]) =>
    regions(table).filter(
      (region) => region.terrain === square.terrain && region.cells.some((other) => isBeside(other, cell)),
    ),
  );
  return largest(touched)?.terrain ?? squares[0][0].terrain;
}

const largest = (found) => found.reduce((best, next) => (next.squares > (best?.squares ?? 0) ? next : best), null);

const centre = (move) => [(move.a[0] + move.b[0]) / 2, (move.a[1] + move.b[1]) / 2];

/** The cells of all placements that lie about where the best one does. */
function nearby(choices, best) {
  const [x, y] = centre(best);
  const close = placements(choices).filter((move) => Math.hypot(centre(move)[0] - x, centre(move)[1] - y) <= NEAR);
  const cells = close.flatMap((move) => [move.a, move.b]);
  return cells.filter((cell, index) => cells.findIndex((other) => same(other, cell)) === index);
}

function drafts(table, choices, best, moves) {
  const slots = dominoesOf(best).map((domino) => slotOf(table, domino));
  const squares = slots.flatMap((slot) => [slot.a, slot.b]).filter((square) => !square.craters);
  const own = largest(regions(table).filter((region) => squares.some((square) => square.terrain === region.terrain)));
  const terrain = own?.terrain ?? squares.reduce((most, next) => (next.marks > most.marks ? next : most)).terrain;
  const second = moves.find(({ move }) => !dominoesOf(move).some((domino) => dominoesOf(best).includes(domino)));
  const both = [...dominoesOf(best), ...(second ? dominoesOf(second.move) : [])].sort((one, two) => one - two);
  const isTelling = choices.moves.length > 2 && second;
  return [{ says: "draft", terrain }, ...(isTelling ? [{ says: "dominoes", dominoes: both }] : [])];
}
