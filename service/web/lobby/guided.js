// Opening a game that teaches.

import { request } from "../core/client.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";

/** @param {string} guide what it teaches */
export async function openGuided(guide) {
  await ensurePlayer();
  const { id } = await request("POST", "/api/guided", { guide });
  await go(`/game/${id}`);
}
