// Looking back: the best line and your own attempts step by step, and the first placements of all solvers.

import { request } from "../core/client.js";
import { announce, withNotice } from "../core/notices.js";
import { clamp } from "../core/numbers.js";
import { boardName, boardOf, movesOf } from "./boards.js";
import { stepText } from "./walk_view.js";

/** @typedef {ReturnType<typeof walkActions>} WalkActions */

/** @param {import("./desk.js").Desk} desk */
export function walkActions(desk) {
  /**
   * Shows a line at a step; without one, at its end.
   * @param {WalkLine} line
   */
  async function show(line, at = Infinity) {
    const { outcome } = desk.state;
    if (!outcome) return;
    const moves = movesOf(outcome, line);
    desk.send({ walk: { line, at: clamp(at, 0, moves.length) } });
    const state = desk.walking;
    if (!state) return;
    if (!boardOf(state)) await withNotice(() => fetchBoard(state.walk, moves.slice(0, state.walk.at)));
    if (desk.walking) announce(stepText(desk.walking));
  }

  /**
   * @param {WalkState["walk"]} walk
   * @param {Move[]} moves
   */
  async function fetchBoard(walk, moves) {
    const { territory, score } = await request("POST", `${desk.address}/moves`, { moves });
    desk.send({ seen: new Map(desk.state.seen).set(boardName(walk.line, walk.at), { territory, total: score.total }) });
  }

  return {
    show,
    /** @param {number} by */
    step: (by) => {
      const { walk } = desk.state;
      return walk && walk.line !== "heat" ? show(walk.line, walk.at + by) : undefined;
    },
  };
}
