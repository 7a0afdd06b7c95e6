// For moderators: everything that waits for them, or one person.

import { overview } from "../moderation/overview.js";
import { moderated } from "../moderation/person.js";

/**
 * @param {{ player?: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export const start = (at, redraw) => (at.player ? moderated(decodeURIComponent(at.player), redraw) : overview(redraw));
