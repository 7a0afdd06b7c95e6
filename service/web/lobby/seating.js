// Sitting down: open a table, join one, cancel one, and the link that invites others to it.

import { get, request } from "../core/client.js";
import { once } from "../core/once.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";

const addressOf = (/** @type {string} */ game, path = "") => `/api/games/${encodeURIComponent(game)}${path}`;

/**
 * Opens a table, as a guest at least, and goes there; done when it is shown, so that nobody opens a second one
 * meanwhile.
 * @param {object} wishes as the service takes them
 */
export async function openTable(wishes) {
  await ensurePlayer();
  if ("rests" in wishes) await (await import("../ui/own_zone.js")).noteZone();
  const table = await request("POST", "/api/games", wishes);
  await go(`/game/${table.id}`);
}

export const joinTable = once(async (/** @type {string} */ game) => {
  await ensurePlayer();
  await (await import("../ui/own_zone.js")).noteZone(); // its clocks may rest
  await request("POST", addressOf(game, "/join"));
  await go(`/game/${game}`);
});

/** @param {string} game */
export const cancelTable = (game) => request("POST", addressOf(game, "/cancel"));

/** @type {Map<string, string>} */
const invites = new Map();

/**
 * The link that invites others to a table of ours; that of a private one holds its secret.
 * @param {GameLine} line
 */
export async function inviteLink(line) {
  if (line.is_private && !invites.has(line.game)) invites.set(line.game, (await get(addressOf(line.game))).invite);
  const secret = invites.get(line.game);
  return `${location.origin}/game/${line.game}${secret ? `?invite=${encodeURIComponent(secret)}` : ""}`;
}
