// Keeps what is wanted without a network: who we are, our running games with every step, and the puzzle of the day.

import { forgetOthers, MINE, nameOf } from "../core/kept_answers.js";
import { route } from "../core/router.js";
import { session } from "../core/session.js";
import { language } from "../core/words.js";

const MOST = 12; // games, the most urgent first
const CHUNK = 64; // tables that the service sends at once
const GAP = 400; // milliseconds between two games: what is done on the page comes first
const STAMP = "X-Kept"; // when the game was touched that is kept, and in which language
const LISTS = ["/api/session", "/api/me/games?count=200", "/api/me/games?status=over"];
const DAILY = "/api/puzzles/daily";

/** Settled when everything is kept as it is now. Whatever fails is tried again next time. */
export async function keepMine() {
  const player = session.me?.player ?? "";
  await forgetOthers(player);
  const cache = await caches.open(MINE + player);
  const keep = keeper(cache);
  await keepPuzzles(cache, keep);
  if (!session.me) return;
  for (const address of LISTS) await keep(address);
  const running = (session.games ?? []).filter(({ status }) => status === "running").slice(0, MOST);
  await drop(cache, new Set(running.map(({ game }) => game)));
  for (const line of running) if (await keepGame(cache, keep, line)) await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, GAP));

/** @typedef {ReturnType<typeof keeper>} Keep */

/** @param {Cache} cache */
const keeper = (cache) => {
  /**
   * Asks for something, and keeps the answer under its address.
   * @param {string} address
   * @param {RequestInit} more
   */
  return async (address, more = {}) => {
    const answer = await ask(address, more);
    await put(cache, address, answer);
    return answer;
  };
};

/** @type {(cache: Cache, address: string, answer: unknown, stamp?: string) => Promise<void>} */
const put = (cache, address, answer, stamp = "") =>
  cache.put(nameOf(address), new Response(JSON.stringify(answer), { headers: { [STAMP]: stamp } }));

/**
 * Not by core/client.js: nobody is there because of it, and nothing that the shell brought is used up.
 * @param {string} address
 * @param {RequestInit} more
 */
async function ask(address, more = {}) {
  const answer = await fetch(address, { ...more, headers: { "Accept-Language": language, ...more.headers } });
  if (!answer.ok) throw new Error(`${address} was answered by ${answer.status}`);
  return answer.json();
}

/** @type {(cache: Cache, games: Set<string>) => Promise<void>} */
async function drop(cache, games) {
  for (const request of await cache.keys()) {
    const [, game] = /^\/api\/games\/([^/]+)/.exec(new URL(request.url).pathname) ?? [];
    if (game && !games.has(game)) await cache.delete(request);
  }
}

/**
 * Keeps a game, unless it is kept as it is; returns whether anything was asked for.
 * @param {Cache} cache
 * @param {Keep} keep
 * @param {GameLine} line
 */
async function keepGame(cache, keep, { game, touched }) {
  const at = `/api/games/${encodeURIComponent(game)}`;
  const stamp = `${touched} ${language}`;
  if ((await cache.match(at))?.headers.get(STAMP) === stamp) return false;
  /** @type {Table} */
  const table = await ask(at);
  /** @type {Step[]} */
  const steps = await ask(`${at}/steps?after=0&language=${language}`);
  await put(cache, `${at}/steps`, steps.slice(0, table.seq));
  await put(cache, `${at}/frames`, await frames(cache, at, table.seq));
  await keep(`${at}/players`);
  const choices = `${at}/moves?grouped=true`;
  if (table.seat === table.viewer) await keep(choices);
  else await cache.delete(choices);
  await put(cache, at, table, stamp); // last: what is kept of it is whole
  return true;
}

/**
 * The tables of all events: those that are kept never change, unless the log was set back.
 * @type {(cache: Cache, at: string, last: number) => Promise<Table[]>}
 */
async function frames(cache, at, last) {
  const kept = await cache.match(`${at}/frames`);
  /** @type {Table[]} */
  const tables = kept ? await kept.json() : [];
  if (tables.length > last) tables.length = 0;
  while (tables.length < last) {
    const start = tables.length + 1;
    tables.push(...(await ask(`${at}/frames?start=${start}&end=${Math.min(start + CHUNK - 1, last)}`)));
  }
  return tables;
}

/**
 * Today's, under both its names, and the one that is open. Others go.
 * @type {(cache: Cache, keep: Keep) => Promise<void>}
 */
async function keepPuzzles(cache, keep) {
  const { id } = await keep(DAILY);
  const { puzzle = id } = route(location.pathname);
  const wanted = new Set([DAILY, `/api/puzzles/${id}`, `/api/puzzles/${puzzle}`]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/puzzles/") && !wanted.has(pathname)) await cache.delete(request);
  }
  for (const address of wanted) if (address !== DAILY) await keep(address);
}
