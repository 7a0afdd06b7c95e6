// Short messages above the page: what went wrong, or what was done.

import { asProblem } from "./client.js";
import { t } from "./words.js";

/** @typedef {{ address: string, text: string }} WayOn */
/** @typedef {{ text: string, kind: "info" | "error", rule?: string | null, link: WayOn | null }} Notice */

/** @type {Notice[]} */
export const shown = [];
const MOST = 3;
let redraw = () => {};

/** @param {Redraw} listener */
export const onNotice = (listener) => (redraw = listener);

/**
 * Shows a message until it is closed; mere information goes away by itself. The same message is shown once.
 * @param {string} text
 * @param {Notice["kind"]} kind
 * @param {string | null} [rule] the number of the rule that was broken
 * @param {WayOn | null} link
 */
export function notice(text, kind = "info", rule = null, link = null) {
  const same = shown.find((entry) => entry.text === text && entry.kind === kind);
  if (same) return same;
  const entry = { text, kind, rule, link };
  shown.push(entry);
  if (shown.length > MOST) shown.shift();
  if (kind === "info") setTimeout(() => close(entry), 5000);
  redraw();
  return entry;
}

/** @param {import("./client.js").Problem} problem */
export function noticeProblem(problem) {
  const link = problem.isSignedOut ? { address: "/sign-in", text: t("sign_in") } : null;
  notice(problem.message, "error", problem.more.rule, link);
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
    noticeProblem(asProblem(error));
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
