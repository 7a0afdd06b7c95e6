// What the shell brought along: the answers of the service to what its page asks first.

/** @type {Record<string, unknown>} */
let answers = read();

/** @returns {Record<string, unknown>} */
function read() {
  const [arrival] = performance.getEntriesByType("navigation");
  // A browser that goes back may show a shell of long ago.
  if (arrival instanceof PerformanceNavigationTiming && arrival.type === "back_forward") return {};
  return JSON.parse(document.getElementById("ahead")?.textContent ?? "{}");
}

/** @param {string} address */
export const isAhead = (address) => address in answers;

/**
 * The answer, which is used once: to ask again is to want what is new.
 * @param {string} address
 * @returns {any}
 */
export function taken(address) {
  const answer = answers[address];
  delete answers[address];
  return answer;
}

/** From now on everything is asked for: what was brought has been used, or is out of date. */
export const forgetAhead = () => (answers = {});
