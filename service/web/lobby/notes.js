// What we note about our games, for nobody else to see: a label, a star, and whether we want to hear of it.

import { asProblem, get, request } from "../core/client.js";
import { noteLine } from "../core/session.js";

/** @typedef {{ label: string, is_starred: boolean, is_muted: boolean }} Notes */

/** @param {string} game */
const addressOf = (game) => `/api/me/games/${encodeURIComponent(game)}`;

/** @type {(game: string) => Promise<Notes>} */
export const notesOf = (game) => get(addressOf(game));

/**
 * Raises a Problem. Our other pages learn of it by the stream.
 * @param {string} game
 * @param {Partial<Notes>} change
 * @returns {Promise<Notes>}
 */
export async function saveNotes(game, change) {
  const notes = await request("PATCH", addressOf(game), change);
  noteLine(game, notes);
  return notes;
}

/**
 * What was wrong; "" if nothing was.
 * @param {() => Promise<unknown>} save
 */
export async function problemOf(save) {
  try {
    await save();
    return "";
  } catch (error) {
    return asProblem(error).message;
  }
}
