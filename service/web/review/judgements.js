// What a review says about the steps of a game: mistakes to jump to, losses to draw. Pure.

import { SLOWER } from "./grades.js";

/** @type {Skill[]} */
const SKILLS = ["draft", "placement", "fire", "recruit"];
/** @type {Grade[]} */
export const GRADES = ["best", "excellent", "good", "inaccuracy", "mistake", "blunder"];

/**
 * The review with its moves by the event they led to.
 * @param {Analysis} analysis
 */
export const indexed = (analysis) => ({
  ...analysis,
  status: /** @type {const} */ ("done"),
  bySeq: new Map(analysis.moves.map((move) => [move.seq, move])),
});

/**
 * The skills that anybody was tested in: nobody recruits where there is no cave.
 * @param {Analysis} review
 */
export const skillsOf = (review) => SKILLS.filter((skill) => review.moves.some((move) => move.skill === skill));

/**
 * The mistakes of a seat, or of all.
 * @param {Analysis} review
 * @param {number | null} seat
 */
export const mistakes = (review, seat = null) =>
  review.moves.filter((move) => move.grade in SLOWER && (seat === null || move.seat === seat)).map((move) => move.seq);

/**
 * The next of these events, or the one before; at the end it begins again.
 * @param {number[]} seqs
 * @param {number} at
 * @param {number} direction
 */
export function nextOf(seqs, at, direction) {
  const sorted = [...seqs].sort((first, second) => first - second);
  if (direction > 0) return sorted.find((seq) => seq > at) ?? sorted[0];
  return sorted.findLast((seq) => seq < at) ?? sorted.at(-1);
}

/** @returns {Record<Skill, number>} */
const noLosses = () => ({ draft: 0, placement: 0, fire: 0, recruit: 0 });

/**
 * What a seat has lost by skill, added up after each of its decisions.
 * @param {Analysis} review
 * @param {number} seat
 */
export function runningLosses(review, seat) {
  const sums = noLosses();
  return review.moves
    .filter((move) => move.seat === seat)
    .map((move) => {
      sums[move.skill] += move.lost;
      return { seq: move.seq, sums: { ...sums } };
    });
}

/**
 * The same as rows of a table: for each round and seat what was lost by skill.
 * @param {Analysis} review
 * @param {Step[]} steps
 * @param {number} seats
 */
export function lossesByRound(review, steps, seats) {
  /** @type {Map<string, { round: number, seat: number, lost: Record<Skill, number> }>} */
  const rows = new Map();
  for (const move of review.moves) {
    const round = steps[move.seq - 2]?.round ?? 0; // in which it was made, not what it led to
    const name = `${round}-${move.seat}`;
    const row = rows.get(name) ?? { round, seat: move.seat, lost: noLosses() };
    row.lost[move.skill] += move.lost;
    rows.set(name, row);
  }
  return [...rows.values()]
    .sort((first, second) => first.round - second.round || first.seat - second.seat)
    .filter((row) => row.seat < seats);
}
