// Sitting down: open a table, join one, call one off, and the link that brings others there.

import { ask, read } from "../core/client.js";
import { go } from "../core/router.js";
import { look, somebody } from "../core/session.js";

const at = (game, path = "") => `/api/games/${encodeURIComponent(game)}${path}`;

/** Opens a table, as a guest at least, and goes there. */
export async function open(asked) {
  await somebody();
  const table = await ask("POST", "/api/games", asked);
  go(`/game/${table.id}`);
  look().catch(() => {}); // the badge; the table itself says what is wrong
}

export async function join(game) {
  await somebody();
  await ask("POST", at(game, "/join"));
  go(`/game/${game}`);
  look().catch(() => {});
}

export const callOff = (game) => ask("POST", at(game, "/cancel"));

const invites = new Map();

/** The link that brings somebody to this table of ours; of a private one it holds its secret. */
export async function inviteLink(line) {
  if (line.is_private && !invites.has(line.game)) invites.set(line.game, (await read(at(line.game))).invite);
  const secret = invites.get(line.game);
  return `${location.origin}/game/${line.game}${secret ? `?invite=${encodeURIComponent(secret)}` : ""}`;
}
