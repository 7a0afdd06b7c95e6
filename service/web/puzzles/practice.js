// Practice: the kind of puzzle that is wanted is part of the address, so that the next one is of the same kind.

import { asProblem, get } from "../core/client.js";
import { go, route } from "../core/router.js";
import { keptPractice } from "../offline/kept_puzzles.js";
import { KINDS } from "../ui/game_kinds.js";

/** @typedef {{ theme?: string, kind?: string, rating?: string, failed?: string }} Wish `rating`: a name or number */

export const RATINGS = { easy: 1200, medium: 1500, hard: 1800, hardest: 2100 };
const WISHES = ["theme", "kind", "rating", "failed"];

/**
 * What an address asks for; null if nothing.
 * @param {string} search
 * @returns {Wish | null}
 */
export function wishOf(search) {
  const query = new URLSearchParams(search);
  const entries = WISHES.map((name) => [name, query.get(name)]).filter(([, value]) => value);
  return query.has("practice") ? Object.fromEntries(entries) : null;
}

/**
 * What is wanted after a puzzle that was opened by itself: another one like it.
 * @param {Puzzle} puzzle
 * @param {PuzzleOutcome} outcome
 * @returns {Wish}
 */
export const wishLike = ({ rules }, { rating }) => ({ kind: rules.mode ?? rules.game, rating: String(rating) });

/**
 * Goes to a puzzle of this kind.
 * @param {Wish} wish
 */
export async function nextPuzzle(wish) {
  const { id } = await get(`/api/puzzles/next?${queryOf(wish)}`).catch((problem) => keptInstead(wish, problem));
  go(practiceAddress(id, wish));
}

/** @type {(puzzle: string, wish?: Wish) => string} */
export const practiceAddress = (puzzle, wish = {}) =>
  `/puzzles/${puzzle}?${new URLSearchParams({ practice: "1", ...wish })}`;

/**
 * Without a connection one that this device keeps, of the same kind if there is one; raises the problem otherwise.
 * @param {Wish} wish
 * @param {unknown} problem
 */
async function keptInstead({ kind }, problem) {
  if (asProblem(problem).status) throw problem;
  const { puzzle } = route(location.pathname);
  const others = (await keptPractice()).filter(({ id }) => id !== puzzle);
  const [next] = [...others.filter(({ name }) => (name.mode ?? name.game) === kind), ...others];
  if (!next) throw problem;
  return next;
}

/** @param {Wish} wish */
function queryOf({ theme, kind, rating, failed }) {
  const { game, mode } = Object.entries(KINDS).find(([name]) => name === kind)?.[1] ?? {};
  const near = Object.entries(RATINGS).find(([name]) => name === rating)?.[1] ?? Math.round(Number(rating ?? 0));
  const entries = Object.entries({ theme, game, mode, rating: near, failed });
  return new URLSearchParams(entries.flatMap(([name, value]) => (value ? [[name, String(value)]] : [])));
}
