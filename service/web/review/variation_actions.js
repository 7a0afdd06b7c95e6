// A variation: other moves in a finished game, tried on its deal. The service plays the other seats, stores nothing.

import { asProblem, gameAddress, request } from "../core/client.js";
import { noticeProblem } from "../core/notices.js";
import { language } from "../core/words.js";
import { named } from "../ui/person_name.js";

/** @typedef {ReturnType<typeof variationActions>} VariationActions */

/**
 * @param {TableRoom} room
 * @param {TableFollower} following
 */
export function variationActions(room, following) {
  let latest = 0; // what was wanted last: an answer that comes after it is not taken

  /**
   * Asks what comes of these moves after event `at`; `own` are the indices of our own moves.
   * @type {(at: number, moves: Move[], own: number[]) => Promise<void>}
   */
  async function tryMoves(at, moves, own) {
    latest += 1;
    const wanted = latest;
    room.send({ type: "sending", is: true });
    try {
      await Promise.all([following.frames(at, at), following.equip()]);
      const line = await request("POST", gameAddress(room.game, "/sideline", { language }), { at, moves });
      if (wanted === latest) room.send({ type: "line", line: { ...line, frames: line.frames.map(named) }, own });
    } catch (error) {
      noticeProblem(asProblem(error));
    }
    if (wanted !== latest) return;
    room.send({ type: "sending", is: false });
    following.catchUp();
  }

  return {
    /**
     * Leaves the game after event `at`, perhaps with a move.
     * @type {(at: number, move?: Move | null) => Promise<void>}
     */
    start: (at, move = null) => tryMoves(at, move ? [move] : [], move ? [0] : []),
    /** @param {Move} move */
    move: async (move) => {
      const { line } = room.state;
      if (line) await tryMoves(line.at, [...line.moves, move], [...line.own, line.moves.length]);
    },
    back: async () => {
      const { line } = room.state;
      if (line?.own.length) await tryMoves(line.at, line.moves.slice(0, line.own.at(-1)), line.own.slice(0, -1));
    },
    close: () => {
      latest += 1;
      room.send({ type: "line", line: null });
    },
  };
}
