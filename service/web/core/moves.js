// Moves as the service writes them.

import { same } from "./cells.js";

/**
 * The dominoes of a line that a move chooses.
 * @param {Move} move
 */
export function dominoesOf(move) {
  if (move.type === "draft") return [move.domino];
  if (move.type !== "claim") return [];
  return move.dominoes ?? (move.domino === undefined ? [] : [move.domino]);
}

/**
 * The size of the volcano whose fire is thrown.
 * @param {Pick<Table, "seat" | "seats" | "volcano">} table
 */
export function craters({ seat, seats, volcano }) {
  const squares = seat === null ? [] : seats[seat].territory.squares;
  return (volcano && squares.find(({ at }) => same(at, volcano))?.craters) || 1;
}

/** What happens without being asked, because nothing else is possible. */
export const UNASKED = ["domino_discarded", "fire_lost"];
