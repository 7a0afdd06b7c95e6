// Practice: which puzzles somebody wants, kept in the address, so that the next one is of the same kind.

import { read } from "../core/client.js";
import { go } from "../core/router.js";
import { KINDS } from "../ui/game_kinds.js";

export const RATINGS = { easy: 1200, medium: 1500, hard: 1800, hardest: 2100 };
const ASKED = ["theme", "kind", "rating", "failed"];

/** What an address asks for; null if nothing. */
export function wishIn(search) {
  const query = new URLSearchParams(search);
  const wish = Object.fromEntries(ASKED.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));
  return query.has("practice") ? wish : null;
}

/** Goes to a puzzle of this kind. */
export async function another(wish) {
  const { id } = await read(`/api/puzzles/next?${asked(wish)}`);
  go(`/puzzles/${id}?${new URLSearchParams({ practice: "1", ...wish })}`);
}

function asked({ theme, kind, rating, failed }) {
  const { game, mode } = KINDS[kind] ?? {};
  const query = { theme, game, mode, rating: RATINGS[rating], failed };
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value));
}
