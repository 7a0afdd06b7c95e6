// Opens the result when a game ends before our eyes, goes on from act to act, and looks for the review.

import { followGame, gameAddress, get } from "../core/client.js";
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
const LONGEST_WAIT = 120_000; // for the review: not everywhere every game is reviewed

/** @param {TableRoom} room */
export function endingActions(room) {
  /** @type {EndingView | null} fetched when it is first wanted */
  let view = null;
  let isAwaited = false;
  let timer = 0;
  let stop = () => {}; // waiting for the review
  const newest = () => room.state.tables[room.state.last];
  const last = () => view?.lastAct(newest()) ?? 0;

  async function open() {
    remember(room.game, "shown");
    view ??= await fetched(() => import("./ending_view.js")).catch(() => null);
    if (!view) notice(t("no_connection"), "error");
    if (!view || room.isClosed) return;
    room.send({ type: "ending", ending: { act: isCalm() ? last() : 0, review: null } });
    if (!isCalm()) later();
    lookForReview();
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

  /** The review is made in the background: nothing waits for it, and nothing starts it. */
  async function lookForReview() {
    if (await isSettled()) return;
    const look = async () => (await isSettled()) && stop();
    stop = followGame(room.game, room.state.last, { review: look }, (is) => is && look());
    setTimeout(stop, LONGEST_WAIT);
  }

  /** Whether nobody waits for the review any more: it is shown, or was not to be had. */
  async function isSettled() {
    /** @type {Analysis | null} */
    const review = await get(gameAddress(room.game, "/analysis", { start: "false" })).catch(() => null);
    if (!review || !room.state.ending || room.isClosed) return true;
    if (review.status === "done") room.send({ type: "ending", ending: { review } });
    return review.status === "done";
  }

  return {
    open,
    skip: () => show(last()),
    leave: () => stop(),
    close: () => {
      clearTimeout(timer);
      stop();
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
        if (isAwaited || !state.seen) return; // storage is slow, and the first view is not to wait for it
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
