// The mark on what was put on the own territory until the service has acknowledged it.

import { cellsOf } from "../board/picking.js";
import { outline } from "../drawing/territory.js";

/** @param {Move | null} move */
export function sentMark(move) {
  if (move?.type !== "place" && move?.type !== "fire" && move?.type !== "recruit") return null;
  const [first, second = first] = cellsOf(move);
  return outline(first, second, "edge sent", "sent");
}
