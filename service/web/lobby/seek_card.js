// Looking for people to play with, as a part of a page that keeps what was chosen.

import { withNotice } from "../core/notices.js";
import { lookFor, seekDefaults, withdraw } from "./seeking.js";
import { seeking } from "./seeking_view.js";
import { suggestedOpponents } from "./suggested.js";

/**
 * Draws it with what we look for.
 * @param {Redraw} redraw
 * @param {() => Promise<void>} again reads what we look for
 */
export function seekCard(redraw, again) {
  const choice = seekDefaults();
  const suggested = suggestedOpponents(choice, redraw);
  let isLooking = false;

  /** @param {Partial<typeof choice>} changes */
  const set = (changes) => {
    Object.assign(choice, changes);
    redraw();
  };

  async function look() {
    if (isLooking) return;
    isLooking = true;
    redraw();
    const left = () => {
      isLooking = false;
      again();
    };
    await withNotice(() => lookFor(choice, left));
    isLooking = false;
    redraw();
  }

  return (/** @type {Seek[]} */ seeks = []) =>
    seeking(choice, set, { look, isLooking, seeks, withdraw: (seek) => withdraw(seek).then(again) }, suggested);
}
