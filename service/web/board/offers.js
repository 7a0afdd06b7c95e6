// What can be done on your own territory now, in the form that the drawing of a territory takes.

import { distinct } from "../core/cells.js";
import { placements, recruitOffer, targets } from "./picking.js";
import { ghost } from "../drawing/territory.js";

/** @typedef {import("./board_actions.js").BoardActions} BoardActions */
/** @typedef {Partial<import("../drawing/territory.js").TerritoryDrawing>} Offered */

/**
 * Spots, ghost and listeners; null if nothing is to be done there.
 * @param {BoardTable} table
 * @param {BoardState} state
 * @param {BoardActions} board
 * @returns {Offered | null}
 */
export function offered(table, state, board) {
  const { choices, pick } = state;
  const offer = recruitOffer(choices, pick);
  const listeners = {
    onpointermove: board.hover,
    onpointerleave: board.leave,
    onclick: board.press,
    onwheel: board.wheel,
    onkeydown: board.key,
  };
  if (choices.step === "place") {
    const slot = table.line.find((candidate) => candidate.domino === table.domino);
    const spots = distinct(placements(choices).flatMap((move) => [move.a, move.b]));
    return { listeners, spots, held: pick.spot && slot ? ghost(table.rules.game, slot, pick.spot) : null };
  }
  if (choices.step === "fire") return { listeners, spots: targets(choices).map((move) => move.at), aim: pick.aim };
  if (!offer || !pick.caveman) return null;
  return { listeners, spots: [...offer.payable, ...offer.free], taken: pick.spend, aim: pick.aim };
}
