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
  if (!alone && horde) {
    return t("horde_now", { count: horde.points, sum: `${horde.warriors} × ${horde.power}` });
  }
  const { points, count } = alone ?? { points: 0, count: 0 };
  return count ? t("worth_now", { count: points, sum: `${count} × ${points / count}` }) : t("worth_nothing_now");
}
