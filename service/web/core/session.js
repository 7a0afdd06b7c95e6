// Who is signed in, and which games wait for them.

import { get, onSignedOut, request } from "./client.js";
import { shownName } from "./words.js";

/** @type {{ me: Player | null, waiting: GameLine[], invited: GameLine[] }} */
export const session = { me: null, waiting: [], invited: [] };

/** The player who is signed in, on pages that need one. */
export function me() {
  if (!session.me) throw new Error("nobody is signed in");
  return session.me;
}

/** @param {string | null} player */
export const isMe = (player) => session.me !== null && session.me.player === player;

/** @param {GameLine} line */
export const isMine = (line) => line.seats.some((seat) => isMe(seat.player));

/** @param {GameLine} line */
export const isMyTurn = (line) => line.turn !== null && isMe(line.seats[line.turn].player);

let changed = () => {};

/** Settled when it is known which games wait. */
export let waitingKnown = Promise.resolve();

/** @param {() => void} listener */
export const onSession = (listener) => (changed = listener);

onSignedOut(() => {
  Object.assign(session, { me: null, waiting: [], invited: [] });
  changed();
});

/** Reads again who is signed in; the games that wait for them follow a little later. */
export async function refresh() {
  /** @type {Player | null} */
  const player = await get("/api/session");
  session.me = player && { ...player, name: shownName(player.name) };
  waitingKnown = refreshWaiting().catch(() => {});
}

/** Reads the games in which it is our turn, the most urgent first, and the tables where a seat is reserved for us. */
export async function refreshWaiting() {
  /** @type {{ games: GameLine[] }} */
  const { games } = session.me ? await get("/api/me/games") : { games: [] };
  session.waiting = games.filter(isMyTurn);
  session.invited = games.filter((game) => game.status === "open" && !isMine(game));
  changed();
}

/** Becomes a guest, unless a player is signed in: nobody needs an account to play. */
export async function ensurePlayer() {
  if (session.me) return;
  await request("POST", "/api/guests?cookie=true", {});
  await refresh();
}

export async function signOut() {
  await request("DELETE", "/api/session");
  await refresh();
}

export async function signOutEverywhere() {
  await request("DELETE", "/api/sessions");
  await refresh();
}
