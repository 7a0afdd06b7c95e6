// Picks one of the moves that the service offers, step by step. Knows no rules: it only searches the offer.

import { among, DIRECTIONS, same } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";

/** @typedef {NonNullable<ReturnType<typeof recruitOffer>>} RecruitStage */

/**
 * Nothing chosen yet; the domino keeps its turn, if it fits that way anywhere.
 * @param {Choices | null} choices
 * @returns {BoardPick}
 */
export function emptyPick(choices = null, turn = 0) {
  const spots = placements(choices);
  const isFitting = spots.some((move) => turnOf(move) === turn) || !spots.length;
  return {
    turn: isFitting ? turn : turnOf(spots[0]),
    spot: null,
    aim: null,
    domino: null,
    caveman: null,
    source: null,
    spend: [],
    at: null,
  };
}

/**
 * How a placement is turned: the direction from its first square to its second.
 * @param {Place} move
 */
export const turnOf = (move) =>
  DIRECTIONS.findIndex((step) => same(step, [move.b[0] - move.a[0], move.b[1] - move.a[1]]));

/** @param {Choices | null} choices */
export const placements = (choices) => choices?.moves.filter((move) => move.type === "place") ?? [];

/** @param {Choices | null} choices */
export const targets = (choices) => choices?.moves.filter((move) => move.type === "fire") ?? [];

/**
 * @param {Choices | null} choices
 * @param {Move["type"]} type
 */
export const moveOfType = (choices, type) => choices?.moves.find((move) => move.type === type) ?? null;

/**
 * The placement to show when the pointer is on `cell`: turned as the domino is, or as it fits.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @param {Cell} cell
 */
export function spotAt(choices, pick, cell) {
  const spots = placements(choices).filter((move) => same(move.a, cell) || same(move.b, cell));
  const fitting = spots.filter((move) => turnOf(move) === pick.turn);
  return fitting.find((move) => same(move.a, cell)) ?? fitting[0] ?? spots[0] ?? null;
}

/**
 * The domino turned to the next of the four ways in which it fits somewhere; it stays where it is, if it fits there.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @returns {Partial<BoardPick>}
 */
export function turned(choices, pick, by = 1) {
  const spots = placements(choices);
  for (let step = 1; step <= 4; step += 1) {
    const turn = (((pick.turn + by * step) % 4) + 4) % 4;
    const ways = spots.filter((move) => turnOf(move) === turn);
    if (ways.length) return { turn, spot: pick.spot && closestTo(pick.spot, ways) };
  }
  return {};
}

/** @type {(spot: Place, ways: Place[]) => Place} */
const closestTo = (spot, ways) => ways.find((move) => same(move.a, spot.a)) ?? nearest(ways, centre(spot));

/** @type {(move: Place) => Cell} */
export const centre = (move) => [(move.a[0] + move.b[0]) / 2, (move.a[1] + move.b[1]) / 2];

/** @type {(first: Cell, second: Cell) => number} */
const distance = (first, second) => (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2;

/** @type {(moves: Place[], point: Cell) => Place} */
const nearest = (moves, point) =>
  moves.reduce((best, move) => (distance(centre(move), point) < distance(centre(best), point) ? move : best));

/**
 * The next thing in a direction, of things that have a place: the nearest one that lies more that way than aside.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => Cell} placeOf
 * @param {Cell} from
 * @param {Cell} direction
 * @returns {T | null}
 */
export function towards(things, placeOf, from, [dx, dy]) {
  const ahead = things
    .map((thing) => {
      const place = placeOf(thing);
      const along = (place[0] - from[0]) * dx + (place[1] - from[1]) * dy;
      const aside = Math.abs((place[0] - from[0]) * dy) + Math.abs((place[1] - from[1]) * dx);
      return { thing, along, cost: along + 2 * aside };
    })
    .filter(({ along }) => along > 0);
  return ahead.length ? ahead.reduce((best, next) => (next.cost < best.cost ? next : best)).thing : null;
}

/**
 * The ghost one spot further, among the spots for the domino as it is turned.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @param {Cell} direction
 * @returns {Partial<BoardPick>}
 */
export function moved(choices, pick, direction) {
  const spots = placements(choices).filter((move) => turnOf(move) === pick.turn);
  if (!pick.spot) return { spot: spots.length ? nearest(spots, [0, 0]) : null };
  return { spot: towards(spots, centre, centre(pick.spot), direction) ?? pick.spot };
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
 * What a click on this cell adds to a recruit.
 * @param {Choices | null} choices
 * @param {BoardPick} pick
 * @param {Cell} cell
 * @returns {Partial<BoardPick>}
 */
export function recruitAt(choices, pick, cell) {
  const offer = recruitOffer(choices, pick);
  if (!offer) return {};
  if (among(offer.payable, cell)) return { spend: [...pick.spend, cell] };
  if (among(offer.free, cell)) return { at: cell };
  if (among(pick.spend, cell)) return { spend: pick.spend.filter((paid) => !same(paid, cell)), at: null };
  return {};
}

/**
 * The move of a recruit that is chosen completely; null before that.
 * @param {BoardPick} pick
 * @returns {Recruit | null}
 */
export const recruit = ({ caveman, source, spend, at }) =>
  caveman && source && at ? { type: "recruit", caveman, source, spend, at } : null;
