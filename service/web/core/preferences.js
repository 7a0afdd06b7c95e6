// What a person prefers: as this browser stores it, or as the device says.

/** @param {string} game of which a player left: under this name the departure is stored that was read last */
export const departureName = (game) => `departure ${game}`;

export const HINTS = ["vague", "exact"]; // how a hint begins
export const EARNINGS = ["on", "off"]; // whether it is shown what a move earns
export const COORDINATES = ["helped", "always"]; // when the board names its columns and rows

const device = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing may move on the page: as the device says, unless the reader chose otherwise. */
export function isCalm() {
  const { motion } = document.documentElement.dataset;
  return motion === "auto" ? device.matches : motion === "calm";
}

export const startsExact = () => preferred("hints", HINTS[0]) === "exact";

export const SINGLE_KEYS = ["on", "off"]; // whether a letter alone does something

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

/** @param {import("./sound.js").Switch} name */
export const isHeard = (name) => preferred(name, "off") === "on";

export const hasSingleKeys = () => preferred("single_keys", SINGLE_KEYS[0]) === "on";

/** @param {boolean} isHelped whether a hint or a review names squares */
export const hasCoordinates = (isHelped) => isHelped || preferred("coordinates", COORDINATES[0]) === "always";
