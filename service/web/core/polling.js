// Reads something from the service again at intervals, while the page is visible.

import { asProblem } from "./client.js";

const RETRY = 10_000; // milliseconds

/**
 * Keeps `value` at what `load` returned last, and `problem` at why it could not; `refresh()` asks at once.
 * @template T
 * @param {() => Promise<T>} load
 * @param {Redraw} redraw
 * @param {number} every milliseconds; 0 for what is only read again when it could not be read
 */
export function polled(load, redraw, every = 10_000) {
  /** @type {number | undefined} */
  let timer;
  let isOpen = true;
  /** @type {{ value: T | null, problem: Error | null, refresh: () => Promise<void>, close: () => void }} */
  const polling = { value: null, problem: null, refresh, close };

  async function refresh() {
    clearTimeout(timer);
    timer = undefined;
    try {
      polling.value = await load();
      polling.problem = null;
    } catch (error) {
      polling.problem = asProblem(error);
    }
    if (!isOpen) return;
    clearTimeout(timer);
    if (every || polling.problem) timer = setTimeout(onTime, every || RETRY);
    redraw();
  }

  function onTime() {
    timer = undefined;
    refreshIfSeen();
  }

  function refreshIfSeen() {
    if (timer === undefined && (every || polling.problem) && document.visibilityState === "visible") refresh();
  }

  function close() {
    isOpen = false;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", refreshIfSeen);
  }

  document.addEventListener("visibilitychange", refreshIfSeen);
  refresh();
  return polling;
}
