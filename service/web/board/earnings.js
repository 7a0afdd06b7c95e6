// What a move earns, as the service counts it: looked up for what is pointed at, and put into words.

import { among, same } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";
import { EARNINGS, preferred } from "../core/preferences.js";
import { t, word } from "../core/words.js";
import { cellsOf, draftMove, shownMove } from "./picking.js";

/**
 * What is said of the move that is shown: the cells it is about, those it makes useless, a short label, and all of it.
 * @typedef {{ cells: Cell[], lost: Cell[], label: string, text: string }} EarningNote
 */

const isWanted = () => preferred("earnings", EARNINGS[0]) === EARNINGS[0];

/** @param {number} points */
export const signed = (points) => (points ? `${points > 0 ? "+" : "−"}${Math.abs(points)}` : "±0");

/**
 * What this move earns; null where the table or the reader does not want to know.
 * @param {Choices | null} choices
 * @param {Move | null} move
 */
function earningOf(choices, move) {
  return (isWanted() && choices && move && choices.earns?.[choices.moves.indexOf(move)]) || null;
}

/** @type {(pairs: [number, number][]) => string} */
const sum = (pairs) => pairs.map(([first, second]) => `${first}×${second}`).join(" + ");

/**
 * An item of the score that changes: "grassland 5×3 → 6×4".
 * @type {(game: GameName, item: EarnedItem) => string}
 */
function itemText(game, { kind, name, before = [], after = [] }) {
  if (kind === "totem" || kind === "bonus") {
    const [[, points]] = after.length ? after : before;
    return `${word(kind === "totem" ? "totems" : "variants", name)} ${signed(after.length ? points : -points)}`;
  }
  const title = {
    region: () => word("boxes", game, "terrains", name),
    caveman: () => word("cavemen", name),
    resource: () => word("resources", name),
    horde: () => t("horde"),
  }[kind]();
  const sides = [before, after].filter((pairs) => pairs.length).map(sum);
  return `${title} ${sides.join(" → ")}${after.length ? "" : " → 0"}`;
}

/** @type {(game: GameName, earning: Earning) => string} */
const earningText = (game, { total, items = [] }) =>
  [signed(total), ...items.map((item) => itemText(game, item))].join(" · ");

/**
 * The bonuses that are out of reach then, in short.
 * @type {(earning: Earning) => string[]}
 */
const crossed = ({ missed = [] }) => missed.map((bonus) => `✕ ${word("variants", bonus)}`);

/** @type {(earning: Earning) => string[]} */
const warnings = ({ lost = [], missed = [] }) => [
  ...(lost.length ? [t("earn_lost", { count: lost.length })] : []),
  ...missed.map((bonus) => t("earn_missed", { bonus: word("variants", bonus) })),
];

/**
 * What a recruit earns: the points of its place, and what changes with each resource that is spent for it.
 * @type {(choices: Choices, move: Recruit) => Earning | null}
 */
function recruitEarning(choices, { caveman, at, spend }) {
  const offered = isWanted() && choices.recruit?.earns?.find((entry) => entry.caveman === caveman);
  const place = offered ? offered.places.find((candidate) => same(candidate.at, at)) : null;
  if (!place) return null;
  const spent = (place.spends ?? []).filter(([cell]) => among(spend, cell));
  return { total: spent.reduce((points, [, change]) => points + change, place.points) };
}

/**
 * What is said of the placement, fire or recruit that is shown; null if nothing is.
 * @type {(game: GameName, choices: Choices | null, pick: BoardPick) => EarningNote | null}
 */
export function noteOf(game, choices, pick) {
  const move = shownMove(choices, pick);
  const earning = move?.type === "recruit" && choices ? recruitEarning(choices, move) : earningOf(choices, move);
  if (!move || !earning) return null;
  const text = earningText(game, earning) + (move.type === "recruit" ? ` · ${word("cavemen", move.caveman)}` : "");
  return {
    cells: cellsOf(move),
    lost: earning.lost ?? [],
    label: [text, ...crossed(earning)].join(" · "),
    text: [text, ...warnings(earning)].join(" · "),
  };
}

/**
 * The same for those who listen.
 * @type {(note: EarningNote) => string}
 */
export const spoken = ({ text }) => text.replaceAll(" → ", ` ${t("earn_becomes")} `).replaceAll(" · ", ". ");

/**
 * What a domino of the line could earn now, "up to +6", and whether it brings fire; null where that is not to be said.
 * @type {(choices: Choices | null, slot: Tile) => { label: string, hasFire: boolean } | null}
 */
export function upTo(choices, slot) {
  const move = draftMove(choices, slot.domino);
  const best = move && earningOf(choices, move)?.best?.[dominoesOf(move).indexOf(slot.domino)];
  if (best === undefined || !move) return null;
  if (best === null) return { label: t("earn_nowhere"), hasFire: false };
  return { label: t("earn_up_to", { points: signed(best) }), hasFire: slot.a.craters + slot.b.craters > 0 };
}

/**
 * The most that a caveman can earn now, taken from there; null if it cannot be paid, or is not to be said.
 * @type {(offer: RecruitOffer, caveman: string, source: Source) => string | null}
 */
export function recruitWorth(offer, caveman, source) {
  const earning = isWanted() ? offer.earns?.find((entry) => entry.caveman === caveman) : null;
  const best = earning?.best[source];
  return best === undefined || best === null ? null : signed(best);
}
