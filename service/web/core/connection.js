// Whether the service can be reached, as far as this page knows.

let isThere = true;

/** @type {Set<() => void>} */
const listeners = new Set();

/** Whether a request did not arrive, and none has arrived since. */
export const isGone = () => !isThere;

/**
 * Calls the listener when the connection has gone, and when it has come back; returns a function that ends that.
 * @param {() => void} listener
 */
export function onConnection(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {boolean} is whether a request has arrived */
export function noteConnection(is) {
  if (is === isThere) return;
  isThere = is;
  listeners.forEach((listener) => listener());
}

addEventListener("offline", () => noteConnection(false));
