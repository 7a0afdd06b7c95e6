// Opening a tournament: what can be chosen, and what is sent.

import { request } from "../core/client.js";
import { KINDS, VARIANTS } from "../ui/game_kinds.js";

const DAY = 24 * 60 * 60 * 1000;

/**
 * @typedef {object} TournamentChoice
 * @property {TournamentFormat} format
 * @property {keyof typeof KINDS} kind
 * @property {number} seats
 * @property {number} days of a turn
 * @property {number} begins days from now
 * @property {number} lasts months
 * @property {number} rounds
 * @property {number} games of a match
 * @property {number} most people
 * @property {boolean} isRated
 * @property {boolean} hasFiller
 */

/** @returns {TournamentChoice} */
export const usualTournament = () => ({
  format: "swiss",
  kind: "kingdomino",
  seats: 2,
  days: 2,
  begins: 7,
  lasts: 6,
  rounds: 5,
  games: 1,
  most: 12,
  isRated: false,
  hasFiller: false,
});

/**
 * @param {TournamentChoice} choice
 * @returns {Promise<Tournament>}
 */
export function openTournament(choice, now = Date.now()) {
  const { game, mode } = KINDS[choice.kind];
  const variants = VARIANTS[game].filter(({ usual }) => usual).map(({ name }) => name);
  const seats = choice.format === "knock_out" ? 2 : choice.seats;
  const starts = now + choice.begins * DAY;
  return request("POST", "/api/tournaments", {
    format: choice.format,
    rules: { game, mode, seats, variants: mode ? [] : variants },
    clock: { type: "days", days: choice.days },
    starts: new Date(starts).toISOString(),
    until: new Date(starts + choice.lasts * 30 * DAY).toISOString(),
    rounds: choice.rounds,
    least: Math.max(seats, 3),
    most: choice.most,
    best_of: choice.format === "knock_out" ? choice.games : 1,
    rated: choice.isRated,
    filler: choice.hasFiller && !choice.isRated && choice.format !== "knock_out" ? "flint" : null,
  });
}
