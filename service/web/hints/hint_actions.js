// Asking for a hint, and climbing from vague to exact.

import { aFewTimes, asProblem, gameAddress, get, patiently, request } from "../core/client.js";
import { announce } from "../core/notices.js";
import { prefer, startsExact } from "../core/preferences.js";
import { rungText, whyText } from "./hint_view.js";
import { ladder } from "./ladder.js";

/** @typedef {ReturnType<typeof hintActions>} HintActions */

const SILENCE = 3000; // milliseconds without a report, after which we look ourselves
const UNCONNECTED = 250; // the same while nothing can be reported
const EXACT = 9; // more rungs than any ladder has

const isSearching = (/** @type {string} */ status) => status === "queued" || status === "running";

/** @param {TableRoom} room */
export function hintActions(room) {
  const isWanted = (/** @type {number} */ seq) => room.state.hint?.seq === seq && !room.isClosed;

  async function ask() {
    if (!room.canMove || !room.state.hasHints || room.state.line) return;
    if (room.state.hint) {
      climb(room.state.hint);
      return;
    }
    const seq = room.state.last;
    const rung = startsExact() ? EXACT : 0;
    room.send({
      type: "hint",
      hint: { seq, status: "queued", progress: 0, moves: [], benefit: null, than: 0, rung, chosen: 0, problem: null },
    });
    try {
      const hint = await search(seq);
      if (isWanted(seq)) room.send({ type: "hint", hint: hint.status === "stale" ? null : hint });
      announceRung();
    } catch (error) {
      const problem = asProblem(error);
      if (isWanted(seq)) room.send({ type: "hint", hint: { status: "refused", problem: problem.message } });
    }
  }

  /**
   * Waits for the hint, and shows how far it has come.
   * @param {number} seq
   */
  async function search(seq) {
    /** @type {HintMessage} */
    let hint = await patiently(() => request("POST", gameAddress(room.game, "/hints", { at: seq })), aFewTimes);
    while (isWanted(seq) && isSearching(hint.status)) {
      room.send({ type: "hint", hint });
      hint = (await reported(hint)) ?? (await look(hint.hint));
    }
    return hint;
  }

  /**
   * What the stream of the game reports next; null if it is silent.
   * @param {HintMessage} last
   * @returns {Promise<HintMessage | null>}
   */
  const reported = (last) =>
    room.reports.next(
      "hint",
      ({ hint, status, progress }) => hint === last.hint && (progress > last.progress || !isSearching(status)),
      room.state.isConnected ? SILENCE : UNCONNECTED,
    );

  /** @param {string} name */
  const look = (name) => patiently(() => get(gameAddress(room.game, `/hints/${name}`)), aFewTimes);

  /** @param {HintState} hint */
  const rungsOf = ({ moves }) => {
    const { tables, last, choices } = room.state;
    return choices ? ladder(tables[last], choices, moves) : [];
  };

  /** Reads out the rung that is reached. */
  function announceRung() {
    const { hint, tables, last } = room.state;
    const rungs = hint?.status === "done" && room.canMove ? rungsOf(hint) : [];
    const rung = rungs[Math.min(hint?.rung ?? 0, rungs.length - 1)];
    if (!hint || !rung) return;
    const why = rung.says === "exact" ? whyText(tables[last], hint) : "";
    announce(`${rungText(tables[last], rung, hint.moves[0])} ${why}`.trimEnd());
  }

  /**
   * One rung further; after the last one the hint is closed.
   * @param {HintState} hint
   */
  function climb(hint) {
    const isLast = !isSearching(hint.status) && hint.rung + 1 >= rungsOf(hint).length;
    room.send({ type: "hint", hint: isLast ? null : { rung: hint.rung + 1 } });
    announceRung();
  }

  return {
    ask,
    /** @param {number} chosen the place of a move in the ranking */
    choose: (chosen) => room.send({ type: "hint", hint: { chosen } }),
    close: () => room.send({ type: "hint", hint: null }),
    /** @param {boolean} is */
    startExact: (is) => {
      prefer("hints", is ? "exact" : "vague");
      if (is) room.send({ type: "hint", hint: { rung: EXACT } });
      else room.redraw();
    },
  };
}
