// What a person prefers, stored in this browser only.

export const HINTS = ["vague", "exact"]; // how a hint begins

/**
 * @param {string} name
 * @param {string} usual
 */
export function preferred(name, usual) {
  try {
    return localStorage.getItem(name) ?? usual;
  } catch {
    // the browser stores nothing: everything is as usual
    return usual;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function prefer(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // the choice lasts until the page is left
  }
}
