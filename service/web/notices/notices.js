// Notices, and what the reader wants to be informed of, at the service.

import { get, request } from "../core/client.js";
import { language } from "../core/words.js";

/**
 * @typedef {{ id: string, kind: Kind, at: string, title: string, text: string, table: string | null, address: string,
 *   is_read: boolean }} ShownNotice
 */
/** @typedef {{ unread: number, notices: ShownNotice[] }} NoticeList */
/** @typedef {{ game: string, table: string | null }} MutedGame a table that is gone has no name */
/** @typedef {(typeof KINDS)[number]} Kind */
/** @typedef {(typeof WAYS)[number]} Way */
/** @typedef {"off" | "at_once" | "delayed" | "digest"} Timing */
/**
 * Times of the day are minutes since midnight, in the time zone.
 * @typedef {object} Preferences
 * @property {Record<Kind, Record<Way, Timing>>} choices
 * @property {number} delay minutes until what is delayed is sent
 * @property {number} digest_hour
 * @property {{ begin: number, end: number } | null} quiet
 * @property {boolean} urgent_in_quiet
 * @property {string} zone
 * @property {string} language
 * @property {boolean} shows_private
 * @property {boolean} is_default
 */
/** @typedef {Partial<Record<Kind, Partial<Record<Way, Timing>>>>} Choices */
/** @typedef {Partial<Omit<Preferences, "choices">> & { choices?: Choices }} Wishes */

export const KINDS = /** @type {const} */ ([
  "turn",
  "time_short",
  "started",
  "finished",
  "cancelled",
  "joined",
  "rematch",
  "invited",
  "left",
  "timed_out",
  "pause_asked",
  "pause_begun",
  "pause_refused",
  "pause_ended",
  "time_given",
  "undo_asked",
  "call_off_asked",
  "bot_asked",
  "question_refused",
  "message",
  "mention",
  "plan_moved",
  "plan_stopped",
  "tournament_begun",
  "round_begun",
  "round_rests",
  "tournament_over",
  "tournament_off",
  "moderation",
  "puzzle",
  "streak",
  "unreachable",
]);
export const WAYS = /** @type {const} */ (["page", "push", "mail", "webhook"]);

const ADDRESS = "/api/notices";

/** @returns {Promise<NoticeList>} */
export const ownNotices = () => get(ADDRESS);

/** @type {(id: string) => Promise<NoticeList>} */
export const markRead = (id) => request("POST", `${ADDRESS}/${id}/read`);

/** @type {(newest: string) => Promise<NoticeList>} */
export const markAllRead = (newest) => request("POST", `${ADDRESS}/read`, { upto: newest });

/** @returns {Promise<Preferences>} */
export const ownPreferences = () => get(`${ADDRESS}/preferences`);

/**
 * Notices come in the language of the page on which somebody has chosen them.
 * @type {(wishes: Wishes) => Promise<Preferences>}
 */
export const prefer = (wishes) => request("PUT", `${ADDRESS}/preferences`, { language, ...wishes });

/** @returns {Promise<{ games: MutedGame[] }>} the one that was muted last comes first */
export const mutedGames = () => get(`${ADDRESS}/muted`);

/** @type {(game: string) => Promise<Preferences>} */
export const unmute = (game) => request("DELETE", `${ADDRESS}/muted/${encodeURIComponent(game)}`);

/** @returns {Promise<void>} */
export const testPage = () => request("POST", `${ADDRESS}/test`);

/** @returns {Promise<void>} */
export const testMail = () => request("POST", "/api/me/address/test");
