// Short messages above the page: what went wrong, or what was done.

import { asProblem } from "./client.js";

/** @typedef {{ text: string, kind: "info" | "error", rule: string | null | undefined }} Notice */

/** @type {Notice[]} */
export const shown = [];
const MOST = 3;
let redraw = () => {};

/** @param {Redraw} listener */
export const onNotice = (listener) => (redraw = listener);

/**
 * Shows a message until it is closed; mere information goes away by itself.
 * @param {string} text
 * @param {Notice["kind"]} kind
 * @param {string | null} [rule] the number of the rule that was broken
 */
export function notice(text, kind = "info", rule = null) {
  const entry = { text, kind, rule };
  shown.push(entry);
  if (shown.length > MOST) shown.shift();
  if (kind === "info") setTimeout(() => close(entry), 5000);
  redraw();
}

/** @param {Notice} entry */
export function close(entry) {
  const at = shown.indexOf(entry);
  if (at >= 0) shown.splice(at, 1);
  redraw();
}

/**
 * Does something that may fail, and shows a notice if it does.
 * @template T
 * @param {() => T | Promise<T>} action
 * @returns {Promise<T | undefined>}
 */
export async function withNotice(action) {
  try {
    return await action();
  } catch (error) {
    const problem = asProblem(error);
    notice(problem.message, "error", problem.more.rule);
    return undefined;
  }
}

/**
 * Reads a text out to those who do not see the page.
 * @param {string} text
 */
export function announce(text) {
  const announcer = document.getElementById("announcer");
  if (announcer) announcer.textContent = text;
}
