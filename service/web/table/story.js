// The game in sentences; while it is reviewed, below what the players thought at the step that is shown.

import { thoughtsOf } from "../notes/thoughts.js";
import { thoughtsView } from "../notes/thoughts_view.js";
import { thoughtsAt } from "../notes/timeline.js";
import { chronicle } from "../replay/replay_view.js";

/**
 * @param {ShownState} state
 * @param {import("./actions.js").TableActions} actions
 */
export function story(state, actions) {
  const judged = state.line ? undefined : state.review?.bySeq;
  const thoughts = judged ? thoughtsOf(state.game) : [];
  if (!thoughts) actions.notebook.read();
  return [thoughtsView(thoughtsAt(thoughts ?? [], state.at, [...(judged?.values() ?? [])])), chronicle(state, actions)];
}
