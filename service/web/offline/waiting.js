// What waits for the connection, as this browser stores it: moves of games, and answers to puzzles. A reload does not
// lose it.

/**
 * A wish with its key, under which it happens once, and who made it: nobody, if that was a visitor.
 * @typedef {{ key: string, player: string }} Wish
 * @typedef {Wish & { seq: number, move: Move }} KeptMove with the event it was made after
 * @typedef {Wish & { moves: Move[] }} KeptAnswer
 * @typedef {"move" | "answer"} Kind
 */

const NAME = /^(move|answer) (.+)$/;

/** @type {(kind: Kind, id: string) => string} */
const nameOf = (kind, id) => `${kind} ${id}`;

/**
 * @template {Wish} W
 * @param {Kind} kind
 * @param {string} id of the game or the puzzle
 * @param {W} wish
 * @returns {boolean} whether it is stored
 */
export function keep(kind, id, wish) {
  try {
    localStorage.setItem(nameOf(kind, id), JSON.stringify(wish));
    return true;
  } catch {
    return false; // the browser stores nothing: it waits until the page is left
  }
}

/**
 * @type {{
 *   (kind: "move", id: string): KeptMove | null,
 *   (kind: "answer", id: string): KeptAnswer | null,
 *   (kind: Kind, id: string): any
 * }}
 */
export const kept = (/** @type {Kind} */ kind, /** @type {string} */ id) => {
  try {
    return JSON.parse(localStorage.getItem(nameOf(kind, id)) ?? "null");
  } catch {
    return null;
  }
};

/** @type {(kind: Kind, id: string, key: string) => void} */
export function forget(kind, id, key) {
  if (kept(kind, id)?.key === key) localStorage.removeItem(nameOf(kind, id));
}

/**
 * Everything that waits in this browser.
 * @returns {{ kind: Kind, id: string }[]}
 */
export function waiting() {
  try {
    return Object.keys(localStorage).flatMap((name) => {
      const [, kind, id] = NAME.exec(name) ?? [];
      return id ? [{ kind: /** @type {Kind} */ (kind), id }] : [];
    });
  } catch {
    return [];
  }
}

/** @type {Set<(puzzle: string) => void>} */
const listeners = new Set();

/**
 * Calls the listener when an answer that waited has been sent; returns a function that ends that.
 * @param {(puzzle: string) => void} listener
 */
export function onAnswered(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} puzzle */
export const answered = (puzzle) => listeners.forEach((listener) => listener(puzzle));

/**
 * Calls the listener when another tab has stored or settled it; returns a function that stops that.
 * @type {(kind: Kind, id: string, listener: () => void) => () => void}
 */
export function onOtherTab(kind, id, listener) {
  const heard = (/** @type {StorageEvent} */ event) => event.key === nameOf(kind, id) && listener();
  addEventListener("storage", heard);
  return () => removeEventListener("storage", heard);
}

/**
 * Sends a wish, which other tabs then leave alone; an old one is left alone if another tab is sending it. Browsers have
 * locks only on pages that came by https; elsewhere two tabs may send it, and it still happens once.
 * @type {(kind: Kind, id: string, isOld: boolean, action: () => Promise<void>) => Promise<void>}
 */
export const inOneTab = async (kind, id, isOld, action) =>
  navigator.locks
    ? navigator.locks.request(nameOf(kind, id), { ifAvailable: true }, async (lock) =>
        lock || !isOld ? action() : undefined,
      )
    : action();
