// Which moves of games that are over were made by plans, as far as that was read.

import { gameAddress, get } from "../core/client.js";

/** @type {Map<string, Set<number>>} the first events of these moves, by game */
const read = new Map();

/** @type {(game: string, seq: number) => boolean} */
export const isByPlan = (game, seq) => read.get(game)?.has(seq) ?? false;

/**
 * Once for each game; true if there is something to show.
 * @param {string} game
 */
export async function readMade(game) {
  if (read.has(game)) return false;
  read.set(game, new Set()); // nothing is asked twice
  /** @type {PlannedMove[]} */
  const made = await get(gameAddress(game, "/plans"));
  read.set(game, new Set(made.map(({ seq }) => seq)));
  return made.length > 0;
}
