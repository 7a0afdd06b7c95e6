// The list of legal moves, from the form in which the service sends them to pages (projections/offer.py).

import { cellName, plus } from "../core/cells.js";

/** @type {Cell[]} */
const TURNS = [
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, 0],
];
const NOT_THERE = -1;

/** @type {(offer: Offer) => Choices} */
export function expanded(offer) {
  const { seq, seat, step, recruit, earnings, others = [], undo = null } = offer;
  const all = [...others, ...spotted(offer)];
  const earns = earnings?.map((earning) => withItems(earning, offer.items)) ?? null;
  const moves = all.map(([move]) => move);
  return {
    seq,
    seat,
    step,
    moves,
    notation: moves.map(written),
    recruit: recruit ? withPlaces(recruit) : null,
    undo,
    earns: earns && all.map(([, number]) => earns[number]),
  };
}

/** @type {(offer: Offer) => [Move, number][]} */
const spotted = ({ domino, spots = [] }) =>
  spots.flatMap(([x, y, ...numbers]) =>
    domino === undefined ? [[{ type: "fire", at: [x, y] }, numbers[0]]] : placed(domino, [x, y], numbers),
  );

/** @type {(domino: number, a: Cell, numbers: number[]) => [Move, number][]} */
const placed = (domino, a, numbers) =>
  numbers.flatMap((number, way) =>
    number === NOT_THERE ? [] : [[{ type: "place", domino, a, b: plus(a, TURNS[way]) }, number]],
  );

/** @type {(earning: OfferedEarning, items?: EarnedItem[]) => Earning} */
const withItems = ({ items: numbers, ...earning }, items = []) =>
  numbers ? { ...earning, items: numbers.map((number) => items[number]) } : earning;

/** @type {(recruit: OfferedRecruits) => RecruitOffer} */
function withPlaces({ earns, ...recruit }) {
  const cells = [...recruit.free, ...Object.values(recruit.resources).flat()];
  /** @type {(number: number, index: number) => RecruitEarning["places"][0]} */
  const place = (number, index) => {
    const [points, spends] = earns?.worths[number] ?? [0, []];
    return { at: cells[index], points, ...(spends.length ? { spends } : {}) };
  };
  const cavemen = earns?.cavemen.map((entry) => ({ ...entry, places: entry.places.map(place) }));
  return { ...recruit, earns: cavemen ?? null };
}

/**
 * A move of such a list as records write it.
 * @param {Move} move
 */
export function written(move) {
  switch (move.type) {
    case "place":
      return `${move.domino}@${cellName(move.a)}${cellName(move.b)}`;
    case "decline":
      return `${move.domino}x`;
    case "fire":
      return `*${cellName(move.at)}`;
    case "give_totem":
      return `>${move.resource}:${move.to}`;
    case "draft":
      return `=${move.domino}`;
    case "claim":
      return `=${move.dominoes?.join() ?? move.domino}`;
    default:
      return "-";
  }
}
