// The choices for a new game. Everything has a default, so that one press starts it.

import { bank, BANKS, KINDS, VARIANTS } from "../ui/game_kinds.js";

export const OPEN = "open"; // a seat that waits for a person
export const CUSTOM = "custom";
const HOUR = 3_600;
export const NIGHT = { begin: 22 * 60, end: 8 * 60 }; // minutes since midnight

/** With whom the player plays, each with its icon. */
export const COMPANY = { bots: "bot", friends: "link", anybody: "person" };
export const COMPANIES = /** @type {(keyof typeof COMPANY)[]} */ (Object.keys(COMPANY));

/** @typedef {ReturnType<typeof defaults>} NewGame */

export const defaults = () => ({
  kind: /** @type {import("../ui/game_kinds.js").KindName} */ ("discovery"),
  seats: 2,
  others: ["flint", "flint", "flint"],
  variants: new Set(
    Object.values(VARIANTS)
      .flat()
      .filter(({ usual }) => usual)
      .map(({ name }) => name),
  ),
  dynasty: false,
  clock: /** @type {"days" | "bank" | null} */ (null),
  days: 3,
  bank: "1",
  custom: { days: 2, hours: 4 },
  rests: { days_off: true, holidays: true, quiet: false },
  successor: "flint",
  isPrivate: false,
  isRated: false,
  hasHints: false,
  hasEarnings: false,
  talk: "free",
});

/** @param {NewGame} choice */
export const kindOf = (choice) => KINDS[choice.kind];

/** @param {NewGame} choice */
export const otherSeats = (choice) => choice.others.slice(0, choice.seats - 1);

/** @param {NewGame} choice */
export const offeredVariants = (choice) =>
  VARIANTS[kindOf(choice).game].filter(({ seats }) => !seats || seats === choice.seats);

/** @param {NewGame} choice */
export const chosenVariants = (choice) =>
  offeredVariants(choice)
    .map(({ name }) => name)
    .filter((name) => choice.variants.has(name));

/** @param {NewGame} choice */
export const isOpen = (choice) => otherSeats(choice).includes(OPEN);

/**
 * Whether the game counts for ratings: that needs a clock and a public table.
 * @param {NewGame} choice
 */
export const isRated = (choice) => choice.isRated && choice.clock !== null && !choice.isPrivate;

/**
 * What follows from choosing a rated game.
 * @param {NewGame} choice
 * @param {boolean} is
 * @returns {Partial<NewGame>}
 */
export const withRating = (choice, is) => ({
  isRated: is,
  ...(is ? { isPrivate: false, clock: choice.clock ?? "days" } : {}),
});

/**
 * @param {boolean} isPrivate
 * @returns {Partial<NewGame>}
 */
export const withPrivacy = (isPrivate) => (isPrivate ? { isPrivate, isRated: false } : { isPrivate });

/** @param {NewGame} choice */
export const hasHints = (choice) => choice.hasHints && isOpen(choice) && !isRated(choice);

/**
 * Whether players see what a move earns although the game is rated; in all other games they always do.
 * @param {NewGame} choice
 */
export const hasEarnings = (choice) => choice.hasEarnings && isOpen(choice) && isRated(choice);

/**
 * @param {NewGame} choice
 * @returns {ClockControl | null}
 */
export function clockOf(choice) {
  if (choice.clock === "days") return { type: "days", days: choice.days };
  if (choice.clock !== "bank") return null;
  if (choice.bank !== CUSTOM) return bank(...BANKS[Number(choice.bank)]);
  return bank(Math.round(choice.custom.days * 24 * HOUR), Math.round(choice.custom.hours * HOUR));
}

/**
 * When clocks rest: chosen where people play with a clock.
 * @param {NewGame} choice
 */
const restsOf = ({ rests: { days_off, holidays, quiet } }) => ({
  ...(days_off ? { days_off } : {}),
  ...(holidays ? { holidays } : {}),
  ...(quiet ? { quiet: NIGHT } : {}),
});

/**
 * The same as the service takes it.
 * @param {NewGame} choice
 */
export function requestOf(choice) {
  const { game, mode } = kindOf(choice);
  const clock = clockOf(choice);
  const rests = restsOf(choice);
  return {
    rules: { game, mode, seats: choice.seats, variants: chosenVariants(choice) },
    seats: otherSeats(choice).map((bot) => (bot === OPEN ? {} : { bot })),
    ...(clock ? { clock } : {}),
    ...(clock && Object.keys(rests).length ? { rests } : {}),
    successor: choice.successor,
    private: choice.isPrivate,
    rated: isRated(choice),
    hints: hasHints(choice),
    earnings: hasEarnings(choice),
    dynasty: choice.dynasty && game === "kingdomino",
    talk: choice.talk,
  };
}

/**
 * What follows from playing with bots, friends or anybody.
 * @param {string | null} company
 * @returns {Partial<NewGame>}
 */
export function withCompany(company) {
  if (company === null || !(company in COMPANY)) return {};
  const isBots = company === "bots";
  return {
    others: Array(3).fill(isBots ? "flint" : OPEN),
    isPrivate: company === "friends",
    clock: isBots ? null : "days",
  };
}

/**
 * The other way round: with whom the player plays, by what is chosen.
 * @param {NewGame} choice
 */
export function companyOf(choice) {
  if (!isOpen(choice)) return "bots";
  return choice.isPrivate ? "friends" : "anybody";
}
