// Keeps what is wanted without a network: who we are, our running games with every step, and puzzles.

import { forgetOthers, MINE } from "../core/kept_answers.js";
import { session } from "../core/session.js";
import { language } from "../core/words.js";
import { ask, keep, put, STAMP } from "./answers.js";
import { keepPuzzles } from "./kept_puzzles.js";

const MOST = 12; // games, the most urgent first
const CHUNK = 64; // tables that the service sends at once
const GAP = 400; // milliseconds between two games: what is done on the page comes first
const LISTS = ["/api/session", "/api/me/games?count=200", "/api/me/games?status=over", "/api/me/streak"];

/** Settled when everything is kept as it is now. Whatever fails is tried again next time. */
export async function keepMine() {
  const player = session.me?.player ?? "";
  await forgetOthers(player);
  const cache = await caches.open(MINE + player);
  await keepPuzzles(cache);
  if (!session.me) return;
  for (const address of LISTS) await keep(cache, address);
  const running = (session.games ?? []).filter(({ status }) => status === "running").slice(0, MOST);
  await drop(cache, new Set(running.map(({ game }) => game)));
  for (const line of running) if (await keepGame(cache, line)) await pause();
}

const pause = () => new Promise((resolve) => setTimeout(resolve, GAP));

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
 * @param {GameLine} line
 */
async function keepGame(cache, { game, touched }) {
  const at = `/api/games/${encodeURIComponent(game)}`;
  const stamp = `${touched} ${language}`; // when the game was touched that is kept, and in which language
  if ((await cache.match(at))?.headers.get(STAMP) === stamp) return false;
  /** @type {Table} */
  const table = await ask(at);
  /** @type {Step[]} */
  const steps = await ask(`${at}/steps?after=0&language=${language}`);
  await put(cache, `${at}/steps`, steps.slice(0, table.seq));
  await put(cache, `${at}/frames`, await frames(cache, at, table.seq));
  await keep(cache, `${at}/players`);
  const choices = `${at}/moves?grouped=true`;
  if (table.seat === table.viewer) await keep(cache, choices);
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
