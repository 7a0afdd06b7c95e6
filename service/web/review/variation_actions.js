// A side line: other moves in a finished game, tried on its deal. The service answers for the others and keeps nothing.

import { ask, of } from "../core/client.js";
import { notice } from "../core/notices.js";
import { language } from "../core/words.js";

export function sideLine(room, following) {
  /** Asks what comes of these moves behind event `at`; `own` says before which of them it was our turn. */
  async function tryMoves(at, moves, own) {
    room.send({ type: "sending", is: true });
    try {
      await following.frames(at, at);
      const line = await ask("POST", of(room.game, "/sideline", { language }), { at, moves });
      room.send({ type: "line", line, own });
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      notice(problem.message, "error");
    } finally {
      room.send({ type: "sending", is: false });
    }
    following.catchUp();
  }

  return {
    /** Leaves the game behind event `at`, with a first move if there is one. */
    tryLine: (at, move = null) => tryMoves(at, move ? [move] : [], move ? [0] : []),
    lineMove: (move) => {
      const { at, moves, own } = room.state.line;
      return tryMoves(at, [...moves, move], [...own, moves.length]);
    },
    lineBack: () => {
      const { at, moves, own } = room.state.line;
      if (own.length) tryMoves(at, moves.slice(0, own.at(-1)), own.slice(0, -1));
    },
    closeLine: () => room.send({ type: "line", line: null }),
  };
}
