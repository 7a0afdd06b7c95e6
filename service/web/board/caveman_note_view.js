// The note of a caveman who stands on a territory: what it counts, what it cost, and what it is worth now.

import { h, patch } from "../core/dom.js";
import { hide, show, tip } from "../core/tips.js";
import { t } from "../core/words.js";
import { about } from "./cave_view.js";

const NAME = "about-standing";
const place = document.createElement("div"); // of the note, which belongs to no part of a page

/** @type {(beside: Element, square: PlacedSquare, score: Score) => void} */
export function showNote(beside, { at, caveman }, score) {
  if (!caveman) return;
  hide(NAME);
  document.body.append(place);
  patch(place, [tip(NAME, about(caveman, "cave", h("p", {}, worth(String(at), score))))]);
  show(NAME, beside);
}

export const hideNote = () => hide(NAME);

/**
 * The points of a caveman as the service counts them; those of a warrior are the ones of its horde.
 * @type {(at: string, score: Score) => string}
 */
function worth(at, { cavemen, hordes }) {
  const alone = cavemen.find((item) => String(item.at) === at);
  const horde = hordes.find((item) => item.cells.some((cell) => String(cell) === at));
  if (!alone && horde) return t("horde_worth", { count: horde.points, sum: product(horde.warriors, horde.power) });
  if (!alone?.count) return t("caveman_worth_nothing");
  return t("caveman_worth", { count: alone.points, sum: product(alone.count, alone.points / alone.count) });
}

/** @type {(first: number, second: number) => string} */
const product = (first, second) => `${first} × ${second}`;
