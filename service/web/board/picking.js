// Picks one of the moves that the service offers, step by step. Knows no rules: it only searches the offer.

import { among, DIRECTIONS, distinct, same } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";
import { placements, turnOf } from "./pick.js";

export { emptyPick, placements, turnOf } from "./pick.js";

/** @typedef {NonNullable<ReturnType<typeof recruitOffer>>} RecruitStage */

/** @param {Choices | null} choices */
export const targets = (choices) => choices?.moves.filter((move) => move.type === "fire") ?? [];

/**
 * @param {Choices | null} choices
 * @param {Move["type"]} type
 */
export const moveOfType = (choices, type) => choices?.moves.find((move) => move.type === type) ?? null;

/**
 * Which half of a placement lies on this cell: 0 or 1, or -1.
 * @type {(move: Place, cell: Cell) => number}
 */
const halfOn = (move, cell) => [move.a, move.b].findIndex((half) => same(half, cell));

/**
 * The placements that cover a cell, in the order in which turning goes through them: around with the first half on the
 * cell, then around with the second.
 * @param {Choices | null} choices
 * @param {Cell} cell
 */
export const covering = (choices, cell) => {
  const order = (/** @type {Place} */ move) => halfOn(move, cell) * DIRECTIONS.length + turnOf(move);
  return placements(choices)
    .filter((move) => halfOn(move, cell) >= 0)
    .sort((first, second) => order(first) - order(second));
};

/**
 * The placement to show at a cell: as the domino lies in the hand, or as it fits.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @param {Cell} cell
 */
function spotAt(choices, pick, cell) {
  const ways = covering(choices, cell);
  const alike = ways.filter((move) => turnOf(move) === pick.turn);
  return alike.find((move) => halfOn(move, cell) === pick.half) ?? alike[0] ?? ways[0] ?? null;
}

/**
 * The cells of which one can be chosen now.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 */
export function choosable(choices, pick) {
  const offer = recruitOffer(choices, pick);
  return distinct([
    ...placements(choices).flatMap((move) => [move.a, move.b]),
    ...targets(choices).map((target) => target.at),
    ...(offer ? [...offer.payable, ...offer.free, ...(pick.caveman ? pick.spend : [])] : []),
  ]);
}

/**
 * Pointing at a cell: the domino is shown there, or what else can be done there.
 * @type {(choices: Choices | null, pick: BoardPick, cell: Cell) => Partial<BoardPick>}
 */
export function pointed(choices, pick, cell) {
  const isOffered = among(choosable(choices, pick), cell);
  return { aim: isOffered ? cell : null, spot: isOffered ? spotAt(choices, pick, cell) : null };
}

/**
 * Turning: the next placement that covers the cell pointed at. If there is none, the domino turns in the hand, to the
 * next way in which it fits anywhere.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @returns {Partial<BoardPick>}
 */
export function turned(choices, pick, by = 1) {
  const { aim, spot } = pick;
  if (aim && spot) {
    const ways = covering(choices, aim);
    const next = ways[(ways.indexOf(spot) + by + ways.length) % ways.length];
    return { spot: next, turn: turnOf(next), half: halfOn(next, aim) };
  }
  const fitting = new Set(placements(choices).map(turnOf));
  const turns = DIRECTIONS.map((_, step) => (pick.turn + by * (step + 1) + 2 * DIRECTIONS.length) % DIRECTIONS.length);
  return { turn: turns.find((turn) => fitting.has(turn)) ?? pick.turn };
}

/**
 * The next cell in the direction of an arrow key; the first one is the nearest to the hut.
 * @type {(choices: Choices | null, pick: BoardPick, direction: Cell) => Partial<BoardPick>}
 */
export function moved(choices, pick, direction) {
  const cells = choosable(choices, pick);
  const next = pick.aim ? towards(cells, pick.aim, direction) : nearest(cells);
  return next ? pointed(choices, pick, next) : {};
}

/**
 * The move that is shown on the board, which a press on it plays; null if none is.
 * @type {(choices: Choices | null, pick: BoardPick) => Place | Fire | Recruit | null}
 */
export function shownMove(choices, pick) {
  const { aim, spot, caveman, source, spend } = pick;
  if (spot || !aim) return spot;
  const isFree = among(recruitOffer(choices, pick)?.free ?? [], aim);
  if (isFree && caveman && source) return { type: "recruit", caveman, source, spend, at: aim };
  return targets(choices).find((target) => same(target.at, aim)) ?? null;
}

/** @param {Place | Fire | Recruit} move */
export const cellsOf = (move) => (move.type === "place" ? [move.a, move.b] : [move.at]);

/**
 * What a press on a cell does, whether of a mouse, a pen, a finger or a key: it plays what is shown there, or shows
 * what can be done there. Paying for a recruit can be taken back, and so needs no second press.
 * @type {(choices: Choices | null, pick: BoardPick, cell: Cell) => { move: Move } | { pick: Partial<BoardPick> }}
 */
export function pressed(choices, pick, cell) {
  const move = shownMove(choices, pick);
  if (move && among(cellsOf(move), cell)) return { move };
  return { pick: payment(choices, pick, cell) ?? pointed(choices, pick, cell) };
}

/** @type {(move: Place) => Cell} */
export const centre = (move) => [(move.a[0] + move.b[0]) / 2, (move.a[1] + move.b[1]) / 2];

/** @type {(cells: Cell[]) => Cell | null} */
const nearest = (cells) =>
  cells.reduce(
    (/** @type {Cell | null} */ best, cell) => (best && Math.hypot(...best) <= Math.hypot(...cell) ? best : cell),
    null,
  );

/**
 * The next cell in a direction: the nearest one that lies more that way than aside.
 * @type {(cells: Cell[], from: Cell, direction: Cell) => Cell | null}
 */
function towards(cells, from, [dx, dy]) {
  const ahead = cells
    .map((cell) => {
      const along = (cell[0] - from[0]) * dx + (cell[1] - from[1]) * dy;
      const aside = Math.abs((cell[0] - from[0]) * dy) + Math.abs((cell[1] - from[1]) * dx);
      return { cell, along, cost: along + 2 * aside };
    })
    .filter(({ along }) => along > 0);
  return ahead.length ? ahead.reduce((best, next) => (next.cost < best.cost ? next : best)).cell : null;
}

/**
 * The move that chooses this domino of a line, alone or as one of a pair.
 * @param {Choices | null} choices
 * @param {number | null} domino
 */
export const draftMove = (choices, domino) =>
  choices?.moves.find((move) => domino !== null && dominoesOf(move).includes(domino)) ?? null;

/**
 * The recruit as far as it is chosen: what can be chosen next.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 */
export function recruitOffer(choices, pick) {
  const offer = choices?.recruit;
  if (!offer) return null;
  const price = pick.source ? offer.price[pick.source] : 0;
  const kindOf = (/** @type {Cell} */ cell) =>
    Object.keys(offer.resources).find((kind) => among(offer.resources[kind], cell));
  const paid = pick.spend.map(kindOf);
  const isPaid = pick.caveman !== null && pick.spend.length === price;
  const unpaid = Object.entries(offer.resources).filter(([kind]) => !paid.includes(kind));
  const payable = pick.caveman && !isPaid ? unpaid.flatMap(([, cells]) => cells) : [];
  const canAfford = (/** @type {Source} */ source) => Object.keys(offer.resources).length >= offer.price[source];
  return { offer, price, isPaid, payable, canAfford, free: isPaid ? [...offer.free, ...pick.spend] : [] };
}

/**
 * Paying with what lies on a cell, or taking that back; null if it is not for that.
 * @type {(choices: Choices | null, pick: BoardPick, cell: Cell) => Partial<BoardPick> | null}
 */
function payment(choices, pick, cell) {
  const offer = recruitOffer(choices, pick);
  if (offer && among(offer.payable, cell)) return { spend: [...pick.spend, cell], aim: null };
  if (offer && !offer.isPaid && among(pick.spend, cell)) {
    return { spend: pick.spend.filter((other) => !same(other, cell)), aim: null };
  }
  return null;
}
