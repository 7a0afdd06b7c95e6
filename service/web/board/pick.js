// The choice of a move before anything is chosen.

import { DIRECTIONS, same } from "../core/cells.js";

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
    half: 0,
    spot: null,
    aim: null,
    domino: null,
    caveman: null,
    source: null,
    spend: [],
    zoom: null,
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
