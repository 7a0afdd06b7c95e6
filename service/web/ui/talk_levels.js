// How much is said: a list to choose from, for a table or for oneself.

import { t } from "../core/words.js";
import { select } from "./game_kinds.js";

const LEVELS = ["free", "phrases", "off"];

/**
 * @param {string} level
 * @param {(level: string) => void} choose
 * @param {Props} props
 */
export const talkLevels = (level, choose, props = {}) =>
  select(
    LEVELS.map((name) => [name, t(`talk_level_${name}`)]),
    level,
    choose,
    { name: "talk", ...props },
  );
