// Who is signed in, and which games wait for them.

import { get, onSignedOut, request } from "./client.js";
import { shownName } from "./words.js";

/**
 * `games` are ours, running or open, the most urgent first; null until they are known.
 * @type {{ me: Player | null, games: GameLine[] | null, waiting: GameLine[], invited: GameLine[], notices: Unread }}
 */
export const session = { me: null, games: null, waiting: [], invited: [], notices: { unread: 0, turns: [] } };

const GIVEN_NAME = /^Guest \d+$/; // as the service names guests
const NO_CLOCK = 1e14; // as the service orders our games
const NOT_MY_TURN = 2e14;

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

/** @param {string} game whether another one waits for us */
export const waitsElsewhere = (game) => session.waiting.some((line) => line.game !== game);

/** How many notices are unread, without those about turns that have passed: our games may know that first. */
export function unreadNotices() {
  const { unread, turns } = session.notices;
  return unread - turns.filter((game) => !session.waiting.some((line) => line.game === game)).length;
}

let changed = () => {};

/** @type {Set<() => void>} */
const readers = new Set();

/**
 * Calls `listener` when there is something new about our notices; returns a function that ends that.
 * @param {() => void} listener
 */
export function onOwnNotices(listener) {
  readers.add(listener);
  return () => readers.delete(listener);
}

/** @type {Set<(line: GameLine) => void>} */
const followers = new Set();

let at = ""; // the last message of our stream that is in what we know
let isFollowing = false;
/** @type {string | undefined} */
let followed;
let stop = () => {};

let known = Promise.resolve();

/** Settled when it is known which games wait. */
export const waitingKnown = () => known;

/** @param {() => void} listener */
export const onSession = (listener) => (changed = listener);

/**
 * Calls `listener` with each game of ours in which something has happened; returns a function that ends that.
 * @param {(line: GameLine) => void} listener
 */
export function onOwnGame(listener) {
  followers.add(listener);
  return () => followers.delete(listener);
}

onSignedOut(forget);

function forget() {
  session.me = null;
  session.notices = { unread: 0, turns: [] };
  sort([]);
  followOwnGames();
  forgetKept();
}

/** Nothing of ours stays on a device that we have left. */
const forgetKept = () => import("./kept_answers.js").then(({ forgetOthers }) => forgetOthers("")).catch(() => {});

/** Reads again who is signed in; the games that wait for them follow a little later. */
export async function refresh() {
  /** @type {Player | null} */
  const player = await get("/api/session");
  if (session.me && !player) forgetKept();
  session.me = player && { ...player, name: shownName(player.name), hasGivenName: GIVEN_NAME.test(player.name) };
  known = refreshGames().catch(() => {});
}

/** Reads our games, and those tables where a seat is reserved for us. From then on the stream tells of changes. */
async function refreshGames() {
  /** @type {GamePage} */
  const page = session.me ? await get("/api/me/games?count=200") : { games: [], total: 0 };
  at = page.at ?? "";
  sort(page.games);
  await followOwnGames();
}

/** @param {GameLine[]} lines */
function sort(lines) {
  const games = lines.filter(isGoingOn).sort((first, second) => urgency(first) - urgency(second));
  session.games = games;
  session.waiting = games.filter(isMyTurn);
  session.invited = games.filter((game) => game.status === "open" && !isMine(game));
  changed();
}

/** @param {GameLine} line */
const isGoingOn = ({ status }) => status === "open" || status === "running";

/** @param {GameLine} line */
const urgency = (line) => (isMyTurn(line) ? (line.due ?? NO_CLOCK + line.touched) : NOT_MY_TURN - line.touched);

/** @param {GameLine} line as it is now */
function take(line) {
  sort([...(session.games ?? []).filter(({ game }) => game !== line.game), line]);
  followers.forEach((listener) => listener(line));
}

/** @param {Unread} unread as it is now */
function takeUnread(unread) {
  session.notices = unread;
  changed();
  readers.forEach((listener) => listener());
}

/** From now on everything of ours is followed, also after signing in or out. */
export function beginToFollow() {
  isFollowing = true;
  return followOwnGames();
}

async function followOwnGames() {
  const player = session.me?.player;
  if (!isFollowing || player === followed) return;
  followed = player;
  stop();
  stop = () => {};
  if (!player) return;
  const { followOwn } = await import("./own_stream.js");
  if (player !== followed) return;
  const games = (/** @type {GamePage} */ page) => sort(page.games);
  stop = followOwn(player, at, { games, game: take, notices: takeUnread }, () => checkSession().catch(() => {}));
}

/** A page that is left may come back as it was: until then it holds nothing that other tabs could use. */
function pauseFollowing() {
  stop();
  stop = () => {};
  followed = undefined;
}

addEventListener("pagehide", pauseFollowing);
addEventListener("pageshow", ({ persisted }) => persisted && followOwnGames());

/** The service refuses our stream: perhaps because the session has ended. */
async function checkSession() {
  if (!(await get("/api/session"))) forget();
}

/**
 * Notes what this page knows of a game of ours: it may be quicker than the stream of all our games.
 * @param {string} game
 * @param {Partial<GameLine>} change
 */
export const noteLine = (game, change) =>
  sort((session.games ?? []).map((line) => (line.game === game ? { ...line, ...change } : line)));

/**
 * Becomes a guest, unless a player is signed in: nobody needs an account to play.
 * @param {string} [name] one is given to those who choose none
 */
export async function ensurePlayer(name) {
  if (session.me) return;
  await request("POST", "/api/guests?cookie=true", name ? { name } : {});
  await refresh();
}

/** What is ours is not pushed to a browser that we have left. */
const endPushes = async () => (await import("./push.js")).unsubscribe();

export async function signOut() {
  await endPushes().catch(() => {});
  await request("DELETE", "/api/session");
  await refresh();
}

export async function signOutEverywhere() {
  await endPushes().catch(() => {});
  await request("DELETE", "/api/sessions");
  await refresh();
}
