// A move in a few words, and the numbers of hints and reviews.

import { cellName } from "../core/cells.js";
import { dominoesOf } from "../core/moves.js";
import { figure, listed, t, word } from "../core/words.js";

/**
 * "+3.1": an expected lead.
 * @param {number} value
 */
export const lead = (value) => figure(value, { digits: 1, isSigned: true });
/** @param {number} value */
export const points = (value) => figure(value, { digits: 1 });

/**
 * "domino 22 on e5 and e6"
 * @param {{ seats: { name: string }[] } | null} table
 * @param {Move} move
 */
export function moveText(table, move) {
  switch (move.type) {
    case "claim":
    case "draft":
      return t("move_draft", { count: dominoesOf(move).length, dominoes: listed(dominoesOf(move).map(String)) });
    case "place":
      return t("move_place", { domino: move.domino, a: cellName(move.a), b: cellName(move.b) });
    case "decline":
      return t("decline");
    case "fire":
      return t("move_fire", { cell: cellName(move.at) });
    case "give_totem":
      return t("give_to", { totem: word("totems", move.resource), name: table?.seats[move.to].name });
    case "recruit":
      return t("move_recruit", {
        caveman: word("cavemen", move.caveman),
        cell: cellName(move.at),
        cells: listed(move.spend.map(cellName)),
      });
    default:
      return t("no_recruit");
  }
}
