// Making a move: it is drawn and sent, and the events that it causes are fetched.

import { boardActions } from "../board/board_actions.js";
import { draftMove } from "../board/picking.js";
import { asProblem, postMove } from "../core/client.js";
import { noticeProblem, withNotice } from "../core/notices.js";
import { expected } from "./expected.js";
import { shown } from "./state.js";

/** @typedef {ReturnType<typeof moveActions>} MoveActions */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 * @param {import("../review/variation_actions.js").VariationActions} variation
 */
export function moveActions(room, following, variation) {
  /** @param {Move} move */
  async function play(move) {
    if (!room.canMove && move.type !== "undo") return;
    if (room.state.line) await (move.type === "undo" ? variation.back() : variation.move(move));
    else await playInGame(move);
  }

  /** @param {Move} move */
  async function playInGame(move) {
    const table = shown(room.state);
    room.send({ type: "sending", is: true, table: table && expected(table, move) });
    try {
      const { seq, news } = await postMove(room.game, room.state.last, move);
      room.send({ type: "sending", is: false });
      room.send({ type: "since", at: seq });
      if (room.state.at < seq) room.send({ type: "live", at: seq });
      const wasQuicker = room.state.last >= seq; // the stream
      await (news ? following.take(news) : following.renew());
      if (wasQuicker) following.catchUp();
    } catch (error) {
      const problem = asProblem(error);
      noticeProblem(problem);
      if (!problem.isSignedOut) await withNotice(() => following.renewAll()); // else the domino stays in the hand
      room.send({ type: "sending", is: false });
      await withNotice(() => following.choices());
      following.catchUp();
    }
  }

  return {
    board: boardActions(room, play),
    undo: () => play({ type: "undo" }),
    /** @param {number | null} domino of a line that is pointed at */
    point: (domino) => room.pick({ domino }),
    /** @param {number} domino */
    draft: (domino) => {
      const move = draftMove(room.state.choices, domino);
      if (move) play(move);
    },
  };
}
