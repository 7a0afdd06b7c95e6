// Looking for people to play with: what we look for, leaving a seek, and withdrawing it.

import { get, request } from "../core/client.js";
import { notice, withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { noteZone } from "../ui/own_zone.js";
import { KINDS } from "../ui/game_kinds.js";
import { becomePlayer } from "./own_name.js";

/** @typedef {ReturnType<typeof seekDefaults>} SeekChoice */

const PATIENCE = 8000; // milliseconds: when somebody waits already, the game begins at once
const LOOK_EVERY = 250;

export const seekDefaults = () => ({
  kind: /** @type {import("../ui/game_kinds.js").KindName} */ ("discovery"),
  seats: 2,
  days: 3,
  isRated: false,
  stands: false,
  atOnce: 1,
  lowest: /** @type {number | null} */ (null),
  highest: /** @type {number | null} */ (null),
});

/** @param {SeekChoice} choice */
const requestOf = (choice) => ({
  rules: { game: KINDS[choice.kind].game, mode: KINDS[choice.kind].mode, seats: choice.seats },
  clock: { type: "days", days: choice.days },
  rated: choice.isRated,
  stands: choice.stands,
  at_once: choice.atOnce,
  lowest: choice.lowest,
  highest: choice.highest,
});

/**
 * Looks for such a game. If it begins while we are still on this page we go there; otherwise we hear of it later.
 * @param {SeekChoice} choice
 * @param {() => unknown} left called when the service knows of it
 */
export async function lookFor(choice, left = () => {}) {
  await becomePlayer();
  await noteZone(); // clocks rest in these games
  const known = new Set((session.games ?? []).map(({ game }) => game));
  await request("POST", "/api/seeks", requestOf(choice));
  notice(t("seek_waits"));
  left();
  const from = location.href;
  for (let waited = 0; waited < PATIENCE; waited += LOOK_EVERY) {
    const begun = session.games?.find(({ game, status }) => status === "running" && !known.has(game)); // by our stream
    if (location.href !== from) return;
    if (begun) {
      await go(`/game/${begun.game}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** @returns {Promise<Seek[]>} */
export const ownSeeks = () => (session.me ? get("/api/seeks") : Promise.resolve([]));

/** @param {Seek} seek */
export const withdraw = (seek) =>
  withNotice(async () => {
    await request("DELETE", `/api/seeks/${encodeURIComponent(seek.id)}`);
    notice(t("seek_withdrawn"));
  });
