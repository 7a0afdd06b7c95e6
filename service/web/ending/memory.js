// Which results this browser has shown, and which it waits for: a scene that comes once per game.

import { prefer, preferred } from "../core/preferences.js";

/** @typedef {"awaited" | "shown"} Mark */

const NAME = "results";
const MOST = 60; // games

/** @returns {[game: string, mark: Mark][]} newest last */
function marks() {
  try {
    const stored = JSON.parse(preferred(NAME, "[]"));
    return Array.isArray(stored) ? stored : [];
  } catch {
    return []; // not written by us
  }
}

/**
 * @param {string} game
 * @returns {Mark | undefined}
 */
export const markOf = (game) => marks().find(([name]) => name === game)?.[1];

/**
 * @param {string} game
 * @param {Mark} mark
 */
export function remember(game, mark) {
  const others = marks().filter(([name]) => name !== game);
  prefer(NAME, JSON.stringify([...others, [game, mark]].slice(-MOST)));
}
