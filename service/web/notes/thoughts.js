// Everybody's thoughts about games that are over, as far as they were read.

import { gameAddress, get } from "../core/client.js";

/** @type {Map<string, Thought[]>} by game */
const read = new Map();
/** @type {Set<string>} */
const asked = new Set();

/** @type {(game: string) => Thought[] | null} null until they were read */
export const thoughtsOf = (game) => read.get(game) ?? null;

/** @param {string} game */
export async function readThoughts(game) {
  asked.add(game);
  read.set(game, await get(gameAddress(game, "/thoughts")));
}

/** @param {string} game is true once */
export const isUnasked = (game) => !asked.has(game);
