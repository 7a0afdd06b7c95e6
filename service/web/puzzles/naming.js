// What a puzzle is called.

import { t, word } from "../core/words.js";
import { capital, shortTitle } from "../ui/game_kinds.js";

/**
 * "Discovery Mode · grassland and lake · 4 dominoes"
 * @param {PuzzleName} name
 */
export const puzzleName = (name) =>
  [shortTitle(name), terrains(name), t("dominoes_count", { count: name.dominoes })].join(" · ");

/** @param {PuzzleName} name */
function terrains({ game, terrains: names }) {
  const [first, second] = names.map((terrain) => word("boxes", game, "terrains", terrain));
  return second ? t("terrain_and_terrain", { first: capital(first), second }) : capital(first);
}
