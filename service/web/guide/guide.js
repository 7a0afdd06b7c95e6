// What a table needs of a game that teaches.

export { coach } from "./guide_view.js";
export { guideActions } from "./guide_actions.js";

/** @typedef {import("./guide_actions.js").GuideActions} GuideActions */
