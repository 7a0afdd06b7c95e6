// Ratings at puzzles in writing.

/**
 * "1538?": the question mark says that the rating is provisional.
 * @param {number} rating
 * @param {boolean} isProvisional
 */
export const ratingText = (rating, isProvisional) => `${rating}${isProvisional ? "?" : ""}`;
