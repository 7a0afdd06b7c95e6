// Whether this browser stores for us what is wanted without a connection, and why not.

/** @typedef {"" | "full" | "forbidden"} Trouble */

/** @type {Trouble} */
let trouble = "";

/** @returns {Trouble} as it was last noted, or as it can be seen at once */
export function storageTrouble() {
  try {
    return self.caches ? trouble : "forbidden";
  } catch {
    return "forbidden";
  }
}

/**
 * Notes how keeping something went: what was thrown, or null if all is kept.
 * @param {unknown} problem anything but a refusal to store, as by a lost connection, says nothing
 * @returns {boolean} whether this is new
 */
export function noteStorage(problem) {
  const before = trouble;
  if (problem === null) trouble = "";
  else if (problem instanceof DOMException) trouble = problem.name === "QuotaExceededError" ? "full" : "forbidden";
  return trouble !== before;
}
