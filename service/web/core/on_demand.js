// Modules and style sheets that are fetched when they are first wanted, so that a first view does not wait for what few
// people open.

import { Problem } from "./client.js";
import { notice, noticeProblem } from "./notices.js";
import { everythingSaid, t } from "./words.js";

let arrived = () => {};

/** @param {() => void} listener called when a module has come, to draw the page again */
export const onArrival = (listener) => (arrived = listener);

const TOUCHES = ["pointermove", "pointerdown", "keydown"];

/** @param {() => unknown} prepare what somebody who is there will soon want: called when the page is first touched */
export function onTouch(prepare) {
  const once = () => {
    for (const event of TOUCHES) removeEventListener(event, once);
    prepare();
  };
  for (const event of TOUCHES) addEventListener(event, once);
}

/**
 * A part that many first views need and others do not. The shell preloads it where it is needed, and counts its
 * sentences among those of the page.
 * @template T
 * @param {() => Promise<T>} load
 */
export function part(load) {
  /** @type {Promise<T> | undefined} */
  let coming;
  const it = {
    /** @type {T | null} null until it has come */
    module: null,
    /** Settled when it is there; raises a Problem. */
    fetch: () =>
      (coming ??= load().then(
        (module) => {
          it.module = module;
          arrived();
          return module;
        },
        () => {
          coming = undefined;
          throw new Problem(0, t("no_connection"));
        },
      )),
    /** Asks for it, if it has not come. */
    wanted: () => {
      if (!coming) it.fetch().catch(noticeProblem);
      return it.module;
    },
  };
  return it;
}

/**
 * A module with everything it needs: its style sheets, and the sentences that a first view does without.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string} [sheets] the part in styles.json
 */
export async function fetched(load, sheets = "") {
  const [module] = await Promise.all([load(), enableStyles(sheets), everythingSaid()]);
  return module;
}

/**
 * Asks for the module and what it needs; null until they have come.
 * @template T
 * @param {() => Promise<T>} load
 * @param {string} [sheets] the part in styles.json
 * @returns {() => T | null}
 */
export function onDemand(load, sheets = "") {
  /** @type {T | null} */
  let module = null;
  let isComing = false;
  return () => {
    if (!module && !isComing) {
      isComing = true;
      fetched(load, sheets).then(
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
