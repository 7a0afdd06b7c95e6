// The names of games, as the editions give them.

import { word } from "../core/words.js";

/** @param {{ game: GameName }} rules */
export const gameName = ({ game }) => word("boxes", game, "name");

/**
 * "Kingdomino Origins · Totem Mode"
 * @param {{ game: GameName, mode: string | null }} rules
 */
export const title = (rules) =>
  rules.mode ? `${gameName(rules)}\u00a0· ${word("modes", rules.mode)}` : gameName(rules);
