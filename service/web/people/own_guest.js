// The guest that this browser was before we signed in: what they have comes along to our account if we want it.

import { get, request } from "../core/client.js";

/** @typedef {{ player: string, name: string, games: number, puzzles: number }} OwnGuest */
/** @typedef {"seated" | "blocked" | "too_many"} Why */
/** @typedef {{ games: string[], stay: Record<string, Why> }} Handed */

const ADDRESS = "/api/me/guest";

/**
 * What that guest has; null if it is nothing.
 * @returns {Promise<OwnGuest | null>}
 */
export async function ownGuest() {
  /** @type {OwnGuest} */
  const guest = await get(ADDRESS);
  return guest.games || guest.puzzles ? guest : null;
}

/** @returns {Promise<Handed>} */
export const bringAlong = () => request("POST", ADDRESS, {});

export const leaveBehind = () => request("DELETE", ADDRESS);
