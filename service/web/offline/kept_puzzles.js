// The puzzles that are kept for times without a connection: today's, the one that is open, and some to practise.

import { keptAnswer, MINE } from "../core/kept_answers.js";
import { route } from "../core/router.js";
import { ask, keep, put, STAMP } from "./answers.js";
import { kept } from "./waiting.js";

const DAILY = "/api/puzzles/daily";
const AHEAD = "/api/puzzles/ahead"; // under this name: which ones are kept to practise
const ENOUGH = 5;
const OLD = 24 * 60 * 60 * 1000; // milliseconds

/** @typedef {{ id: string, name: PuzzleName }} KeptPuzzle */

const addressOf = (/** @type {string} */ puzzle) => `/api/puzzles/${puzzle}`;

/** @param {Cache} cache of one player; what is not wanted any more goes */
export async function keepPuzzles(cache) {
  const { id } = await keep(cache, DAILY);
  const { puzzle = id } = route(location.pathname);
  const practice = (await practiceSet(cache)).map((entry) => entry.id);
  const wanted = new Set([DAILY, AHEAD, ...[id, puzzle, ...practice].map(addressOf)]);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/puzzles/") && !wanted.has(pathname)) await cache.delete(request);
  }
  for (const name of new Set([id, puzzle])) await keep(cache, addressOf(name));
}

/**
 * Those that are kept, or others once a day, or when few are left that were not tried.
 * @param {Cache} cache
 * @returns {Promise<KeptPuzzle[]>}
 */
async function practiceSet(cache) {
  const before = await cache.match(AHEAD);
  /** @type {KeptPuzzle[]} */
  const old = before ? await before.json() : [];
  if (old.length >= ENOUGH && Date.now() - Number(before?.headers.get(STAMP)) < OLD) return old;
  /** @type {Puzzle[] | null} */
  const puzzles = await ask(AHEAD).catch(() => null);
  if (!puzzles) return old; // another time
  for (const puzzle of puzzles) await put(cache, addressOf(puzzle.id), puzzle);
  const set = puzzles.map(({ id, name }) => ({ id, name }));
  await put(cache, AHEAD, set, String(Date.now()));
  return set;
}

/**
 * One has been tried: without a connection others are offered.
 * @param {string} puzzle
 */
export async function forgetTried(puzzle) {
  try {
    for (const name of (await caches.keys()).filter((own) => own.startsWith(MINE))) {
      const cache = await caches.open(name);
      const before = await cache.match(AHEAD);
      if (!before) continue;
      const left = (await before.json()).filter((/** @type {KeptPuzzle} */ { id }) => id !== puzzle);
      await put(cache, AHEAD, left, before.headers.get(STAMP) ?? "");
    }
  } catch {
    // nothing is kept
  }
}

/**
 * Those to practise that can be solved now: without those whose answers wait.
 * @returns {Promise<KeptPuzzle[]>}
 */
export async function keptPractice() {
  /** @type {KeptPuzzle[]} */
  const all = (await keptAnswer(AHEAD)) ?? [];
  return all.filter(({ id }) => kept("answer", id) === null);
}
