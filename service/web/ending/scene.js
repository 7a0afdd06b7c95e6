// The order in which the territories are counted at the end, what decided ties, and the moments to remember. Pure.

import { listed, t } from "../core/words.js";
import { scoreItems } from "../drawing/scores.js";

/** @typedef {import("../drawing/scores.js").ScoreItem} ScoreItem */
/** @typedef {(ScoreItem | null)[]} Act what is counted at once: an item of each seat, or nothing */

/** @type {ScoreItem["kind"][]} */
const KINDS = ["region", "caveman", "horde", "resource", "totem", "bonus"];

/**
 * The acts of the scene: kind by kind, and of each kind what is worth least first.
 * @param {Table} table
 */
export function acts(table) {
  const items = table.seats.map((seat) =>
    scoreItems(table.rules.game, seat.score)
      .filter((item) => item.points)
      .sort((first, second) => first.points - second.points),
  );
  return KINDS.flatMap((kind) => together(items.map((list) => list.filter((item) => item.kind === kind))));
}

/**
 * The lists side by side: they end together, so that the best of each seat come last.
 * @type {(lists: ScoreItem[][]) => Act[]}
 */
function together(lists) {
  const length = Math.max(...lists.map((list) => list.length));
  return Array.from({ length }, (_, index) => lists.map((list) => list[index - length + list.length] ?? null));
}

/**
 * The act in which everything is shown.
 * @param {Table} table
 */
export const lastAct = (table) => acts(table).length + 1;

/**
 * The points of a seat after the first `count` acts.
 * @type {(scene: Act[], count: number, seat: number) => number}
 */
export const pointsAfter = (scene, count, seat) =>
  scene.slice(0, count).reduce((sum, act) => sum + (act[seat]?.points ?? 0), 0);

/**
 * The seats with equal points, and what decided between them; for each such group its sentences.
 * @param {Table} table
 */
export function ties({ standings, seats, rules }) {
  const tied = (standings ?? []).filter((standing) => standing.tie_break);
  const totals = [...new Set(tied.map((standing) => standing.total))];
  /** @type {(group: Standing[], value: (standing: Standing) => number) => string} */
  const compared = (group, value) => group.map((entry) => `${seats[entry.seat].name} ${value(entry)}`).join(", ");
  return totals.map((points) => {
    const group = tied.filter((standing) => standing.total === points);
    const isEqual = group.some((standing) => standing.tie_break === "shared");
    const hasMarks = group.some(({ tie_break: by }) => by === "fires" || by === "crowns");
    return [
      t("tie", { names: listed(group.map((entry) => seats[entry.seat].name)), points }),
      t("tie_region", { squares: compared(group, (entry) => entry.largest_region) }),
      hasMarks || (isEqual && new Set(group.map((entry) => entry.marks)).size === 1)
        ? t(rules.game === "origins" ? "tie_fires" : "tie_crowns", { marks: compared(group, (entry) => entry.marks) })
        : null,
      isEqual ? t("tie_shared") : null,
    ].filter((sentence) => sentence !== null);
  });
}

/**
 * The step that brought a seat most points at once.
 * @param {Step[]} steps
 * @param {number} seat
 */
export function bestMoment(steps, seat) {
  let best = { seq: 0, points: 0 };
  let before = 0;
  for (const { seq, totals } of steps) {
    if (!totals.length) continue;
    if (totals[seat] - before > best.points) best = { seq, points: totals[seat] - before };
    before = totals[seat];
  }
  return best.seq ? best : null;
}

/**
 * The decision that cost a seat most, if it cost anything.
 * @param {Analysis} review
 * @param {number} seat
 */
export function worstMoment(review, seat) {
  const own = review.moves.filter((move) => move.seat === seat && move.lost >= 0.5);
  return own.length ? own.reduce((worst, move) => (move.lost > worst.lost ? move : worst)) : null;
}
