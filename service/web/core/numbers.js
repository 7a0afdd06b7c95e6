// Arithmetic that several rooms need.

/** @type {(value: number, least: number, most: number) => number} */
export const clamp = (value, least, most) => Math.max(least, Math.min(most, value));
