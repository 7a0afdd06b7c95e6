// What a review says about the steps of a game: mistakes to jump to, losses to draw. Pure.

export const SKILLS = ["draft", "placement", "fire", "recruit"];
export const GRADES = ["best", "excellent", "good", "inaccuracy", "mistake", "blunder"];
export const SIGNS = { best: "★", excellent: "✓", good: "·", inaccuracy: "?!", mistake: "?", blunder: "??" };
const BAD = new Set(["inaccuracy", "mistake", "blunder"]);
const SLOWER = { inaccuracy: 2, mistake: 3, blunder: 4 }; // times the usual pace of autoplay

/** The review with its moves by the event they led to. */
export const judged = (analysis) => ({ ...analysis, bySeq: new Map(analysis.moves.map((move) => [move.seq, move])) });

/** The skills that anybody was tested in: nobody recruits where there is no cave. */
export const skillsOf = (review) => SKILLS.filter((skill) => review.moves.some((move) => move.skill === skill));

/** The mistakes of a seat, or of all. */
export const mistakes = (review, seat = null) =>
  review.moves.filter((move) => BAD.has(move.grade) && (seat === null || move.seat === seat)).map((move) => move.seq);

/** The next of these events, or the one before; at the end it begins again. */
export function following(seqs, at, direction) {
  const sorted = [...seqs].sort((one, two) => one - two);
  if (direction > 0) return sorted.find((seq) => seq > at) ?? sorted[0];
  return sorted.findLast((seq) => seq < at) ?? sorted.at(-1);
}

/** How much longer autoplay stays at this event than at others. */
export const slowness = (review, seq) => SLOWER[review?.bySeq?.get(seq)?.grade] ?? 1;

/** What a seat has lost by skill, added up after each of its decisions: [{ seq, sums }]. */
export function running(review, seat) {
  const sums = Object.fromEntries(SKILLS.map((skill) => [skill, 0]));
  return review.moves
    .filter((move) => move.seat === seat)
    .map((move) => {
      sums[move.skill] += move.lost;
      return { seq: move.seq, sums: { ...sums } };
    });
}

/** The same as rows of a table: for each round and seat what was lost by skill. */
export function byRound(review, steps, seats) {
  const rows = new Map();
  for (const move of review.moves) {
    const round = steps[move.seq - 2]?.round ?? 0; // in which it was made, not what it led to
    const name = `${round}-${move.seat}`;
    if (!rows.has(name))
      rows.set(name, { round, seat: move.seat, lost: Object.fromEntries(SKILLS.map((skill) => [skill, 0])) });
    rows.get(name).lost[move.skill] += move.lost;
  }
  return [...rows.values()]
    .sort((one, two) => one.round - two.round || one.seat - two.seat)
    .filter((row) => row.seat < seats);
}
