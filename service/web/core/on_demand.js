// Modules and style sheets that are fetched when they are first wanted, so that a first view does not wait for what few
// people open.

import { notice } from "./notices.js";
import { everythingSaid, t } from "./words.js";

let arrived = () => {};

/** @param {() => void} listener called when a module has come, to draw the page again */
export const onArrival = (listener) => (arrived = listener);

/**
 * A module with everything it needs: its style sheets, and the sentences that a first view does without.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string} [part] in styles.json
 */
export async function fetched(load, part = "") {
  const [module] = await Promise.all([load(), enableStyles(part), everythingSaid()]);
  return module;
}

/**
 * Asks for the module and what it needs; null until they have come.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string} [part] in styles.json
 * @returns {() => T | null}
 */
export function onDemand(load, part = "") {
  /** @type {T | null} */
  let module = null;
  let isComing = false;
  return () => {
    if (!module && !isComing) {
      isComing = true;
      fetched(load, part).then(
        (loaded) => {
          module = loaded;
          arrived();
        },
        () => {
          isComing = false; // the next drawing asks again
          notice(t("no_connection"), "error");
        },
      );
    }
    return module;
  };
}

/**
 * Actions whose module is fetched when one of them is first called. They return nothing that a caller could use at
 * once.
 * @template {object} T
 * @param {() => Promise<T>} load
 * @returns {T}
 */
export function actionsOnDemand(load) {
  /** @type {Promise<any> | undefined} */
  let actions;
  const call = async (/** @type {string} */ name, /** @type {unknown[]} */ given) => {
    try {
      actions ??= fetched(load);
      await actions;
    } catch {
      actions = undefined;
      notice(t("no_connection"), "error");
      return undefined;
    }
    return (await actions)[name](...given);
  };
  const onCall = (/** @type {object} */ _, /** @type {string} */ name) =>
    /** @type {(...given: unknown[]) => Promise<unknown>} */ ((...given) => call(name, given));
  return /** @type {T} */ (new Proxy({}, { get: onCall }));
}

/**
 * Turns on the style sheets of a page, or of a part of one; settled when they have come. The shell names all sheets in
 * their order, and turns off those that its own page does not need.
 * @param {string} name
 */
export function enableStyles(name) {
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll(`link[data-for~="${name}"][disabled]`);
  return Promise.all(
    [...links].map((link) => {
      link.disabled = false;
      return new Promise((resolve) => (link.onload = link.onerror = resolve));
    }),
  );
}
