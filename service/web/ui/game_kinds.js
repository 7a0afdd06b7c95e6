// What can be played: one table of what is offered. The service judges what is asked of it.

import { h } from "../core/dom.js";
import { language, t, word } from "../core/words.js";
import { piece } from "../drawing/pieces.js";

export const LEVELS = ["pebble", "flint", "mammoth", "volcano"]; // those the service plays
export const KINDS = {
  discovery: { game: "origins", mode: "discovery", picture: "volcano-2" },
  totem: { game: "origins", mode: "totem", picture: "totem-mammoth" },
  tribe: { game: "origins", mode: "tribe", picture: "caveman-hunter" },
  kingdomino: { game: "kingdomino", mode: null, picture: "castle" },
};
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
export const BANKS = [
  [DAY, HOUR],
  [3 * DAY, 8 * HOUR],
  [7 * DAY, 12 * HOUR],
  [14 * DAY, DAY],
];
const LONGEST = 366 * DAY;

/** A stock of time for the whole game; what is saved may double it. */
export const bank = (seconds, increment) => ({
  type: "bank",
  bank: seconds,
  increment,
  cap: Math.max(seconds, Math.min(2 * seconds, LONGEST)),
});

export const kindOf = (rules) => KINDS[rules.mode ?? rules.game];
export const gameName = ({ game }) => word("boxes", game, "name");

/** "Kingdomino Origins · Totem Mode" */
export const title = (rules) => (rules.mode ? `${gameName(rules)} · ${word("modes", rules.mode)}` : gameName(rules));

/** The name of a kind among the others. */
export const shortTitle = (kind) => (kind.mode ? word("modes", kind.mode) : gameName(kind));

export const capital = (text) => text[0].toLocaleUpperCase(language) + text.slice(1);
export const variantName = (name) => capital(word("variants", name));

/** What is special about these rules; what is usual goes without saying. */
export const special = ({ game, variants }) =>
  VARIANTS[game].flatMap(({ name, usual }) => {
    if (variants.includes(name)) return usual ? [] : [variantName(name)];
    return usual ? [t(`without_${name}`)] : [];
  });

export const about = (name) => t(`about_${name}`);
export const emblem = (rules) => h("span", { class: "emblem" }, piece(kindOf(rules).picture));

/** A list to choose one of; `options` are [value, text]. */
export const chosenOf = (options, value, choose, props = {}) =>
  h(
    "select",
    { ...props, value, onchange: (event) => choose(event.target.value) },
    options.map(([known, text]) => h("option", { value: known, selected: known === value }, text)),
  );
