// The grades of decisions: their signs, and how long autoplay stays at them. Pure.

/** @type {Record<Grade, string>} */
export const SIGNS = { best: "★", excellent: "✓", good: "·", inaccuracy: "?!", mistake: "?", blunder: "??" };
/** @type {Partial<Record<Grade, number>>} */
export const SLOWER = { inaccuracy: 2, mistake: 3, blunder: 4 }; // times the usual pace of autoplay

/**
 * How much longer autoplay stays at this event than at others.
 * @param {{ bySeq?: Map<number, JudgedMove> } | null} review
 * @param {number} seq
 */
export function slowness(review, seq) {
  const grade = review?.bySeq?.get(seq)?.grade;
  return (grade && SLOWER[grade]) ?? 1;
}
