// The running scores of all seats over the game.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { takenBack } from "./stepping.js";
import { path, pressedAt, scale } from "../ui/scale.js";

const WIDTH = 600;
const HEIGHT = 120;

/**
 * Pressing the graph goes to that moment.
 * @param {Table} table
 * @param {TableState} state
 * @param {{ replay: import("./replay_actions.js").ReplayActions }} actions
 */
export function scoreGraph(table, state, actions) {
  const { steps, last, at } = state;
  if (steps.length < 2) return null;
  const most = Math.max(10, ...steps.flatMap((step) => step.totals));
  const x = scale(1, Math.max(2, last), 0, WIDTH);
  const y = scale(0, most, HEIGHT - 2, 6);
  const gone = takenBack(steps);
  const scored = steps.filter((step) => step.totals.length && !gone.has(step.seq));
  const curve = (/** @type {number} */ seat) => path(scored.map((step) => [x(step.seq), y(step.totals[seat])]));
  const rounds = steps.filter((step, index) => index && step.round !== steps[index - 1].round);
  const label = table.seats.map((seat, number) => `${seat.name} ${steps.at(-1)?.totals[number] ?? 0}`).join(", ");
  return h(
    "section",
    { class: "graph card", key: "graph" },
    h("h2", {}, t("score_graph")),
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": label,
        onclick: (event) => actions.replay.show(pressedAt(event, 1, last)),
      },
      rounds.map(({ seq }) => h("line", { key: seq, class: "round", x1: x(seq), x2: x(seq), y1: 0, y2: HEIGHT })),
      table.seats.map((_, seat) => h("path", { key: `p${seat}`, class: `curve seat-${seat}`, d: curve(seat) })),
      h("line", { key: "now", class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ),
  );
}
