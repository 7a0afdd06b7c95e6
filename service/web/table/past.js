// What one looks back with: fetched for a game that is over, and for those who open its steps.

export { replayActions } from "../replay/replay_actions.js";
export { scoreGraph } from "../replay/score_graph_view.js";
export { controls } from "../replay/replay_view.js";
export { story as chronicle } from "./story.js";
