// What moderators ask of the service.

import { get, postOnce } from "../core/client.js";

/** What can be done about a person, and which of it has an end. */
export const ACTS = ["warn", "mute", "exclude", "ban", "rename", "remove"];
export const TIMED = ["mute", "exclude", "ban"];
export const DAYS = [1, 3, 7, 30, 90, 365];
const DAY = 24 * 60 * 60 * 1000;

/** @param {string} player */
const addressOf = (player) => `/api/moderation/people/${encodeURIComponent(player)}`;

/** @param {number} start */
export const openReports = (start = 0) => get(`/api/moderation/reports?start=${start}`);

/** @type {(number: number, reason: string) => Promise<unknown>} */
export const closeReport = (number, reason) => postOnce(`/api/moderation/reports/${number}/close`, { reason });

/** @returns {Promise<Suspicion[]>} the most suspicious first */
export const suspicions = () => get("/api/moderation/suspicions");

/** @type {(pair: string, reason: string) => Promise<unknown>} */
export const closeSuspicion = (pair, reason) =>
  postOnce(`/api/moderation/suspicions/${encodeURIComponent(pair)}/close`, { reason });

/**
 * The log, the newest first.
 * @param {number} [before] the number of the last entry that is there already
 * @returns {Promise<ModeratedAct[]>}
 */
export const actsBefore = (before) => get(`/api/moderation/acts${before ? `?before=${before}` : ""}`);

/** @type {(name: string) => Promise<{ player: string }>} */
export const findPerson = (name) => get(`/api/moderation/people?name=${encodeURIComponent(name)}`);

/** @type {(player: string) => Promise<ModeratedPerson>} */
export const moderatedPerson = (player) => get(addressOf(player));

/**
 * @param {string} player
 * @param {{ act: string, reason: string, days: number, name: string, game: string }} wanted
 */
export function actOn(player, { act, reason, days, name, game }) {
  const until = new Date(Date.now() + days * DAY).toISOString();
  return postOnce(`${addressOf(player)}/acts`, {
    act,
    reason,
    ...(TIMED.includes(act) ? { until } : {}),
    ...(act === "rename" ? { name } : {}),
    ...(act === "remove" && game ? { game } : {}),
  });
}

/** @type {(number: number, reason: string) => Promise<unknown>} */
export const takeBack = (number, reason) => postOnce(`/api/moderation/acts/${number}/restore`, { reason });
