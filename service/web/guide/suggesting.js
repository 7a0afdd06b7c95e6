// A good move among those that are offered, and how it is pointed at: by what the service says it earns.

import { signed } from "../board/earnings.js";
import { recruitOffer } from "../board/picking.js";
import { dominoesOf } from "../core/moves.js";

/** @typedef {import("../hints/hint_view.js").Drawn} Drawn */

/** @type {Drawn} */
export const NOTHING = { marks: [], cells: [], dominoes: [], caveman: null };
const NOWHERE = -9; // a domino that fits nowhere

/** @type {(earning: Earning | undefined) => number} */
const worth = (earning) =>
  (earning?.total ?? 0) +
  (earning?.best ?? []).reduce((/** @type {number} */ sum, points) => sum + (points ?? NOWHERE), 0);

/**
 * The number of the best of these moves, by what they earn at once; null if there is none.
 * @param {Choices} choices
 * @param {(move: Move) => boolean} isWanted
 */
export function best({ moves, earns }, isWanted = () => true) {
  const wanted = moves.map((_, index) => index).filter((index) => isWanted(moves[index]));
  const value = (/** @type {number} */ index) => worth(earns?.[index]);
  return wanted.length ? wanted.reduce((first, next) => (value(next) > value(first) ? next : first)) : null;
}

/**
 * Points at a move.
 * @type {(choices: Choices, index: number | null) => Drawn}
 */
export function pointingAt({ moves, earns }, index) {
  const move = index === null ? null : moves[index];
  if (!move) return NOTHING;
  if (move.type === "place" || move.type === "fire") {
    const points = (index !== null && earns?.[index].total) || 0;
    const label = points ? signed(points) : "";
    return { ...NOTHING, marks: [{ move, kind: "best", label }] };
  }
  return { ...NOTHING, dominoes: dominoesOf(move) };
}

/**
 * The caveman that earns most of those that can be paid.
 * @type {(choices: Choices) => Drawn}
 */
export function bestCaveman({ recruit }) {
  const [first] = (recruit?.earns ?? [])
    .flatMap(({ caveman, best: points }) => (points.cave === undefined ? [] : [{ caveman, points: points.cave }]))
    .sort((one, other) => other.points - one.points);
  return first ? { ...NOTHING, caveman: { caveman: first.caveman, source: "cave" } } : NOTHING;
}

/**
 * What the chosen caveman costs, or where it earns most.
 * @type {(choices: Choices, pick: BoardPick) => Drawn}
 */
export function bestOfRecruit(choices, pick) {
  const offer = recruitOffer(choices, pick);
  if (!offer?.isPaid) return { ...NOTHING, cells: offer?.payable.slice(0, 1) ?? [] };
  const free = new Set(offer.free.map(String));
  const [place] = (choices.recruit?.earns?.find(({ caveman }) => caveman === pick.caveman)?.places ?? [])
    .filter(({ at }) => free.has(String(at)))
    .sort((one, other) => other.points - one.points);
  return { ...NOTHING, cells: place ? [place.at] : offer.free.slice(0, 1) };
}
