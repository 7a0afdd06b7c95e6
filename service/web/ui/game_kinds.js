// The games, modes and variants that can be chosen. The service decides what it accepts.

import { h } from "../core/dom.js";
import { language, t, word } from "../core/words.js";
import { piece } from "../drawing/pieces.js";
import { gameName } from "./game_title.js";

export { gameName, title } from "./game_title.js";

export const LEVELS = ["pebble", "flint", "mammoth", "volcano"]; // those the service plays

/** @typedef {"discovery" | "totem" | "tribe" | "kingdomino"} KindName */
/** @typedef {{ game: GameName, mode: string | null, picture: string }} Kind */
/** @typedef {{ name: string, usual?: boolean, seats?: number }} Variant `usual` ones are on unless switched off */

/** @type {Record<KindName, Kind>} */
export const KINDS = {
  discovery: { game: "origins", mode: "discovery", picture: "volcano-2" },
  totem: { game: "origins", mode: "totem", picture: "totem-mammoth" },
  tribe: { game: "origins", mode: "tribe", picture: "caveman-hunter" },
  kingdomino: { game: "kingdomino", mode: null, picture: "castle" },
};
/** @type {Record<GameName, Variant[]>} */
export const VARIANTS = {
  origins: [{ name: "empire_of_fire" }, { name: "homo_habilis" }],
  kingdomino: [
    { name: "must_place", usual: true },
    { name: "middle_kingdom" },
    { name: "harmony" },
    { name: "mighty_duel", seats: 2 },
    { name: "crowns_break_ties" },
  ],
};
export const SEATS = [2, 3, 4];
export const DAYS = [1, 2, 3, 7, 14];
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** @type {[seconds: number, increment: number][]} */
export const BANKS = [
  [DAY, HOUR],
  [3 * DAY, 8 * HOUR],
  [7 * DAY, 12 * HOUR],
  [14 * DAY, DAY],
];
const LONGEST = 366 * DAY;

/**
 * A stock of time for the whole game; what is saved may double it.
 * @param {number} seconds
 * @param {number} increment
 * @returns {ClockControl}
 */
export const bank = (seconds, increment) => ({
  type: "bank",
  bank: seconds,
  increment,
  cap: Math.max(seconds, Math.min(2 * seconds, LONGEST)),
});

/** @param {Rules} rules */
export const kindOf = (rules) => KINDS[/** @type {KindName} */ (rules.mode ?? rules.game)];

/**
 * The name of a kind among the others.
 * @param {{ game: GameName, mode?: string | null }} kind
 */
export const shortTitle = (kind) => (kind.mode ? word("modes", kind.mode) : gameName(kind));

/** @param {string} text */
export const capital = (text) => text[0].toLocaleUpperCase(language) + text.slice(1);

/** @param {string} name */
export const variantName = (name) => capital(word("variants", name));

/**
 * What is special about these rules; what is usual goes without saying.
 * @param {{ game: GameName, variants: string[] }} rules
 */
export const special = ({ game, variants }) =>
  VARIANTS[game].flatMap(({ name, usual }) => {
    if (variants.includes(name)) return usual ? [] : [variantName(name)];
    return usual ? [t(`without_${name}`)] : [];
  });

/** @param {string} name */
export const about = (name) => t(`about_${name}`);

/** @param {Rules} rules */
export const emblem = (rules) => h("span", { class: "emblem" }, piece(kindOf(rules).picture));

/**
 * A list to choose one of.
 * @param {string[][]} options each [value, text]
 * @param {string} value
 * @param {(value: string) => void} choose
 * @param {Props} props
 */
export const select = (options, value, choose, props = {}) =>
  h(
    "select",
    { ...props, value, onchange: (event) => choose(event.target.value) },
    options.map(([option, text]) => h("option", { value: option, selected: option === value }, text)),
  );
