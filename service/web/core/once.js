// Actions that must not run twice at a time.

/**
 * The action, which does nothing while it is still running: one wish, one game.
 * @template {unknown[]} A
 * @template T
 * @param {(...about: A) => Promise<T>} action
 * @returns {(...about: A) => Promise<T | undefined>}
 */
export function once(action) {
  let isRunning = false;
  return async (...about) => {
    if (isRunning) return undefined;
    isRunning = true;
    try {
      return await action(...about);
    } finally {
      isRunning = false;
    }
  };
}

/** Calls actions one after another: each begins when the one before has ended. */
export function inTurn() {
  /** @type {Promise<void>} */
  let last = Promise.resolve();
  return (/** @type {() => Promise<void>} */ action) => {
    const done = last.then(action);
    last = done.catch(() => {});
    return done;
  };
}
