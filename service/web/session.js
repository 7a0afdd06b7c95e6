// Who is at the browser, and how many games wait for them.

import { ask, read } from "./client.js";

export const session = { me: null, waiting: [] };

let changed = () => {};
export const onSession = (listener) => (changed = listener);

/** Asks again who we are; what waits for us follows when it is known. */
export async function refresh() {
  session.me = await read("/api/session");
  look().catch(() => {});
}

/** The games in which it is our turn, the most urgent first. */
export async function look() {
  if (session.me) {
    const { games } = await read("/api/me/games");
    session.waiting = games.filter((game) => game.turn !== null && game.seats[game.turn].player === session.me.player);
  } else session.waiting = [];
  changed();
}

/** A guest at least: play at once, without an account. */
export async function somebody() {
  if (session.me) return;
  await ask("POST", "/api/guests?cookie=true", {});
  await refresh();
}
