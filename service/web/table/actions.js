// Everything you can do at a table, by subject.

import { hintActions } from "../hints/hint_actions.js";
import { replayActions } from "../replay/replay_actions.js";
import { reviewActions } from "../review/review_actions.js";
import { variationActions } from "../review/variation_actions.js";
import { gameActions } from "./game_actions.js";
import { moveActions } from "./move_actions.js";

/** @typedef {ReturnType<typeof tableActions>} TableActions */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function tableActions(room, following) {
  const variation = variationActions(room, following);
  const replay = replayActions(room, following);
  const moves = moveActions(room, following, variation);
  return {
    board: moves.board,
    moves,
    replay,
    variation,
    hints: hintActions(room),
    review: reviewActions(room, replay),
    game: gameActions(room, following),
  };
}
