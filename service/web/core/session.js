// Who is at the browser, and how many games wait for them.

import { ask, read } from "./client.js";

export const session = { me: null, waiting: [], invited: [] };

export const isMine = (line) => Boolean(session.me) && line.seats.some((seat) => seat.player === session.me.player);

let changed = () => {};
export const onSession = (listener) => (changed = listener);

/** Asks again who we are; what waits for us follows when it is known. */
export async function refresh() {
  session.me = await read("/api/session");
  look().catch(() => {});
}

/** The games in which it is our turn, the most urgent first; and the tables where a seat is kept for us. */
export async function look() {
  const { games } = session.me ? await read("/api/me/games") : { games: [] };
  session.waiting = games.filter((game) => game.turn !== null && game.seats[game.turn].player === session.me.player);
  session.invited = games.filter((game) => game.status === "open" && !isMine(game));
  changed();
}

/** A guest at least: play at once, without an account. */
export async function somebody() {
  if (session.me) return;
  await ask("POST", "/api/guests?cookie=true", {});
  await refresh();
}
