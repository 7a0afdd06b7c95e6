// Everything you can do at a table, by subject.

import { actionsOnDemand, onDemand } from "../core/on_demand.js";
import { isHeard } from "../core/preferences.js";
import { effectsOnDemand } from "../effects/on_demand.js";
import { endingActions } from "../ending/ending_actions.js";
import { gameActions } from "./game_actions.js";
import { past, playing } from "./parts.js";

/** @typedef {ReturnType<typeof tableActions>} TableActions */

const NOTHING_TAUGHT = { bar: null, shown: null, topic: "" };
const guides = onDemand(() => import("../guide/guide.js"), "guide");

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function tableActions(room, following) {
  const variation = actionsOnDemand(async () =>
    (await import("../review/variation_actions.js")).variationActions(room, following),
  );
  const sound = actionsOnDemand(() => import("../core/sound.js"));
  const replay = actionsOnDemand(async () => (await past.fetch()).replayActions(room, following));
  /** @type {import("./playing.js").Player | null} */
  let player = null;
  /** @type {import("../guide/guide.js").GuideActions | null} */
  let lesson = null;
  return {
    /** Of those who play, as soon as what one plays with has come. */
    get player() {
      return (player ??= playing.module && playing.module.player(room, following, variation));
    },
    /** @param {Table} table what is said of it in a game that teaches, as soon as that has come */
    coach(table) {
      const { guide } = room.state;
      const it = guide && guides();
      return it ? it.coach(table, guide, (lesson ??= it.guideActions(room))) : NOTHING_TAUGHT;
    },
    replay,
    variation,
    hints: actionsOnDemand(async () => (await import("../hints/hint_actions.js")).hintActions(room)),
    review: actionsOnDemand(async () => (await import("../review/review_actions.js")).reviewActions(room, replay)),
    talk: actionsOnDemand(async () => (await import("./talking.js")).talking(room, replay)),
    plan: actionsOnDemand(async () => (await import("../plans/plan_actions.js")).planActions(room, replay)),
    guess: actionsOnDemand(async () => (await import("../guesses/guess_actions.js")).guessActions(room)),
    notebook: actionsOnDemand(async () => (await import("./noting.js")).noting(room, replay)),
    game: gameActions(room, following),
    ending: endingActions(room),
    effects: effectsOnDemand(),
    sounds: {
      isOn: isHeard,
      toggle: async (/** @type {import("../core/sound.js").Switch} */ name) => {
        await sound.toggle(name);
        room.redraw();
      },
    },
  };
}
