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

/** @type {GameLine[]} */
let games = []; // of ours, running or open

/** Settled when it is known which games wait. */
export let waitingKnown = Promise.resolve();

/** @param {() => void} listener */
export const onSession = (listener) => (changed = listener);

onSignedOut(() => {
  session.me = null;
  sort([]);
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
  sort(session.me ? (await get("/api/me/games")).games : []);
}

/** @param {GameLine[]} lines */
function sort(lines) {
  games = lines;
  session.waiting = games.filter(isMyTurn);
  session.invited = games.filter((game) => game.status === "open" && !isMine(game));
  changed();
}

/**
 * Notes whose turn it is in a game that this page follows; asks the service only about a game that it does not know.
 * @param {string} game
 * @param {number | null} turn
 */
export function noteTurn(game, turn) {
  const isKnown = games.some((line) => line.game === game);
  if (isKnown) sort(games.map((line) => (line.game === game ? { ...line, turn } : line)));
  else refreshWaiting().catch(() => {});
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
