// Blocks and reports, as the service takes them.

import { get, inviteOfPage, request } from "../core/client.js";

/** Why somebody is reported. */
export const OFFENCES = ["cheating", "abuse", "stalling", "name", "other"];
/** What can be said about a person without naming a game. */
export const OFFENCES_OF_NAME = ["name", "other"];
export const LONGEST_TEXT = 500;

/** @typedef {{ player: string, name: string, since: string }} Block */

/** @returns {Promise<Block[]>} the newest first */
export const blockedPeople = () => get("/api/blocks");

/** @param {string} player */
const addressOf = (player) => `/api/blocks/${encodeURIComponent(player)}`;

/** @param {string} player */
export const block = (player) => request("PUT", addressOf(player), {});

/** @param {string} player */
export const unblock = (player) => request("DELETE", addressOf(player));

/** @typedef {{ about: "game" | "name" | "message", player: string, reason: string, text: string }} Complaint */

/** @param {Complaint & { game?: string, message?: string }} report */
export function sendReport(report) {
  const invite = inviteOfPage();
  return request("POST", `/api/reports${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`, report);
}
