// Everything you can do at a table, by subject.

import { actionsOnDemand } from "../core/on_demand.js";
import { isOn, toggle } from "../core/sound.js";
import { effects } from "../effects/effects.js";
import { endingActions } from "../ending/ending_actions.js";
import { replayActions } from "../replay/replay_actions.js";
import { gameActions } from "./game_actions.js";
import { moveActions } from "./move_actions.js";

/** @typedef {ReturnType<typeof tableActions>} TableActions */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function tableActions(room, following) {
  const variation = actionsOnDemand(async () =>
    (await import("../review/variation_actions.js")).variationActions(room, following),
  );
  const replay = replayActions(room, following);
  const moves = moveActions(room, following, variation);
  return {
    board: moves.board,
    moves,
    replay,
    variation,
    hints: actionsOnDemand(async () => (await import("../hints/hint_actions.js")).hintActions(room)),
    review: actionsOnDemand(async () => (await import("../review/review_actions.js")).reviewActions(room, replay)),
    game: gameActions(room, following),
    ending: endingActions(room),
    effects: effects(),
    sounds: {
      isOn,
      toggle: (/** @type {import("../core/sound.js").Switch} */ name) => {
        toggle(name);
        room.redraw();
      },
    },
  };
}
