// Motion and sound before they are needed: for a first view they are not.

import { onTouch, part } from "../core/on_demand.js";
import { isHeard } from "../core/preferences.js";

const effects = part(() => import("./effects.js"));
const prepare = () => void effects.fetch().catch(() => {}); // nothing is missing without them

onTouch(prepare);
if (isHeard("sound") || isHeard("sound_turn")) prepare(); // the first press wakes them

export function effectsOnDemand() {
  /** @type {ReturnType<typeof import("./effects.js").effects> | null} */
  let own = null;
  let last = 0;
  return {
    /** @type {(table: Table, state: ShownState) => void} */
    beforeDrawing: (table, state) => {
      if (last && last !== table.seq) prepare();
      last = table.seq;
      own ??= effects.module && effects.module.effects();
      own?.beforeDrawing(table, state);
    },
  };
}
