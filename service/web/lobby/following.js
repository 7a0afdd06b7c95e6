// The people whom we follow, and what they play.

import { get, request } from "../core/client.js";
import { session } from "../core/session.js";

/** @param {string} player */
const addressOf = (player) => `/api/follows/${encodeURIComponent(player)}`;

/** @param {string} player */
export const follow = (player) => request("PUT", addressOf(player), {});

/** @param {string} player */
export const unfollow = (player) => request("DELETE", addressOf(player));

/** @returns {Promise<GameLine[]>} the latest first */
export const gamesOfFollowed = () => (session.me ? get("/api/follows/games") : Promise.resolve([]));
