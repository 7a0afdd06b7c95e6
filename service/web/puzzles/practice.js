// Practice: the kind of puzzle that is wanted is part of the address, so that the next one is of the same kind.

import { get } from "../core/client.js";
import { go } from "../core/router.js";
import { KINDS } from "../ui/game_kinds.js";

/** @typedef {{ theme?: string, kind?: string, rating?: string, failed?: string }} Wish */

export const RATINGS = { easy: 1200, medium: 1500, hard: 1800, hardest: 2100 };
const WISHES = ["theme", "kind", "rating", "failed"];

/**
 * What an address asks for; null if nothing.
 * @param {string} search
 * @returns {Wish | null}
 */
export function wishOf(search) {
  const query = new URLSearchParams(search);
  const entries = WISHES.map((name) => [name, query.get(name)]).filter(([, value]) => value);
  return query.has("practice") ? Object.fromEntries(entries) : null;
}

/**
 * Goes to a puzzle of this kind.
 * @param {Wish} wish
 */
export async function nextPuzzle(wish) {
  const { id } = await get(`/api/puzzles/next?${queryOf(wish)}`);
  go(`/puzzles/${id}?${new URLSearchParams({ practice: "1", ...wish })}`);
}

/** @param {Wish} wish */
function queryOf({ theme, kind, rating, failed }) {
  const { game, mode } = Object.entries(KINDS).find(([name]) => name === kind)?.[1] ?? {};
  const least = Object.entries(RATINGS).find(([name]) => name === rating)?.[1];
  const entries = Object.entries({ theme, game, mode, rating: least, failed });
  return new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
