// What can be done on your own territory now, in the form that the drawing of a territory takes.

import { h } from "../core/dom.js";
import { ghost, pieceAt } from "../drawing/territory.js";
import { noteOf } from "./earnings.js";
import { choosable, shownMove } from "./picking.js";

/** @typedef {import("./board_actions.js").BoardActions} BoardActions */
/** @typedef {Partial<import("../drawing/territory.js").TerritoryDrawing>} Offered */

/**
 * Spots, ghost and listeners; null if nothing is to be done there. Beside the ghost stands what it would earn.
 * @param {BoardTable} table
 * @param {BoardState} state
 * @param {BoardActions} board
 * @returns {Offered | null}
 */
export function offered(table, state, board) {
  const { choices, pick } = state;
  const spots = choosable(choices, pick);
  if (!["place", "fire", "recruit"].includes(choices.step) || !spots.length) return null;
  const move = shownMove(choices, pick);
  return {
    listeners: board.listeners,
    spots,
    taken: pick.spend,
    aim: pick.aim,
    held: move && shown(table, move),
    note: noteOf(table.rules.game, choices, pick),
    zoom: pick.zoom,
    zoomOut: board.zoomOut,
  };
}

/** @type {(table: BoardTable, move: Place | Fire | Recruit) => Child} */
function shown({ rules, line, domino, seats, seat, volcano }, move) {
  if (move.type === "place") {
    const slot = line.find((candidate) => candidate.domino === domino);
    return slot ? ghost(rules.game, slot, move) : null;
  }
  const { squares } = seats[seat ?? 0].territory;
  const crater = squares.find((square) => volcano && String(square.at) === String(volcano));
  const name = move.type === "recruit" ? `caveman-${move.caveman}` : `fire-token-${crater?.craters ?? 1}`;
  return h("g", { key: "ghost", class: "ghost" }, pieceAt(move.at, name, move.type === "recruit" ? 10 : 18));
}
