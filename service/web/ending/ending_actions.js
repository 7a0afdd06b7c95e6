// Opens the result when a game ends before our eyes, goes on from act to act, and looks for the review.

import { gameAddress, get } from "../core/client.js";
import { isCalm } from "../core/preferences.js";
import { notice } from "../core/notices.js";
import { clamp } from "../core/numbers.js";
import { fetched } from "../core/on_demand.js";
import { t } from "../core/words.js";
import { markOf, remember } from "./memory.js";

/** @typedef {ReturnType<typeof endingActions>} EndingActions */
/** @typedef {typeof import("./ending_view.js")} EndingView */

const WHOLE = 10_000; // milliseconds that the scene should last
const SHORTEST = 500; // of an act
const LONGEST = 1000;
const LOOK_EVERY = 3000; // for the review, while the result is open
const MOST_LOOKS = 40;

/** @param {TableRoom} room */
export function endingActions(room) {
  /** @type {EndingView | null} fetched when it is first wanted */
  let view = null;
  let isAwaited = false;
  let timer = 0;
  const newest = () => room.state.tables[room.state.last];
  const last = () => view?.lastAct(newest()) ?? 0;

  async function open() {
    remember(room.game, "shown");
    view ??= await fetched(() => import("./ending_view.js")).catch(() => null);
    if (!view) notice(t("no_connection"), "error");
    if (!view || room.isClosed) return;
    room.send({ type: "ending", ending: { act: isCalm() ? last() : 0, review: null } });
    if (!isCalm()) later();
    lookForReview(MOST_LOOKS);
  }

  function later() {
    clearTimeout(timer);
    const pace = clamp(WHOLE / last(), SHORTEST, LONGEST);
    timer = setTimeout(() => show((room.state.ending?.act ?? 0) + 1), pace);
  }

  /** @param {number} act */
  function show(act) {
    clearTimeout(timer);
    if (!room.state.ending || room.isClosed) return;
    room.send({ type: "ending", ending: { act } });
    if (act < last()) later();
  }

  /**
   * The review is made in the background: nothing waits for it, and nothing starts it.
   * @param {number} looks
   */
  async function lookForReview(looks) {
    if (!room.state.ending || room.isClosed || !looks) return;
    /** @type {Analysis | null} */
    const review = await get(gameAddress(room.game, "/analysis", { start: "false" })).catch(() => null);
    if (!review || !room.state.ending) return;
    if (review.status === "done") room.send({ type: "ending", ending: { review } });
    else setTimeout(() => lookForReview(looks - 1), LOOK_EVERY);
  }

  return {
    open,
    skip: () => show(last()),
    close: () => {
      clearTimeout(timer);
      room.send({ type: "ending", ending: null });
    },
    /**
     * Before each drawing: notes that a game is running, and opens the result when its end is reached.
     * @param {Table} table
     * @param {TableState} state
     */
    watch: (table, state) => {
      if (state.line) return;
      const status = newest()?.status;
      if (status === "running") {
        if (isAwaited || !state.isSeen) return; // storage is slow, and the first view is not to wait for it
        if (markOf(room.game) !== "awaited") remember(room.game, "awaited");
        isAwaited = true;
        return;
      }
      if (status !== "over" || table.seq !== state.last || state.ending) return;
      const mark = markOf(room.game);
      if (mark === "awaited" || (state.speed && mark !== "shown")) open();
    },
    /** @type {(state: TableState, actions: import("./ending_view.js").Actions) => Child} */
    draw: (state, actions) => state.ending && view?.ending(newest(), state, actions),
  };
}
