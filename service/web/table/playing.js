// What one plays with: fetched for those who sit at a running game, or try a variation.

import { mine, moveList } from "../board/action_view.js";
export { expanded } from "../board/expanded.js";
import { recruitWorth, upTo } from "../board/earnings.js";
import { offered } from "../board/offers.js";
import { draftMove, recruitOffer } from "../board/picking.js";
import { onDemand } from "../core/on_demand.js";
import { UNASKED } from "../core/moves.js";
import { heldMove } from "./held_view.js";
import { moveActions } from "./move_actions.js";
import { sentMark } from "./sent_view.js";
import { SEEN } from "./state.js";

const RECENT = 12; // steps: more than happen without the viewer's doing
const news = onDemand(() => import("../board/unasked.js"));
/** @param {Step} step */
const isUnasked = ({ type }) => UNASKED.includes(type);

/** @typedef {ReturnType<typeof player>} Player the viewer as one who plays */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 * @param {import("../review/variation_actions.js").VariationActions} variation
 */
export function player(room, following, variation) {
  const moves = moveActions(room, following, variation);
  const { board } = moves;
  return {
    ...moves,
    recruitWorth,
    /** @type {(table: Table, state: ShownState, seat: number) => Child} on the own board */
    sentMark: ({ viewer }, { sentMove }, seat) => (seat === viewer ? sentMark(sentMove) : null),
    /** @type {(state: ShownState) => DueNow | null} what is said of a move that waits */
    held: (state) => state.held && heldMove(state.held, moves),
    /** @param {ShownState} state */
    moveList: (state) => (state.seen >= SEEN.own ? moveList(state, board) : null),
    /** @type {(table: Table, state: ShownState, worth: (move: GiveTotem) => Child) => DueNow | null} what is due */
    mine: (table, { choices, ...state }, worth) =>
      state.canMove && choices ? mine(table, { ...state, choices }, board, worth) : null,
    /** @type {(table: Table, state: ShownState) => string | null} what happened unasked */
    news: (table, state) =>
      state.isNow && table.status === "running" && state.steps.slice(-RECENT).some(isUnasked)
        ? (news()?.unasked(table, state) ?? null)
        : null,
    /** @type {(table: Table, state: ShownState) => import("../board/offers.js").Offered | null} on the own board */
    offered: (table, { choices, ...state }) => choices && offered(table, { ...state, choices }, board),
    /** @param {ShownState} state */
    recruitOffer: ({ canMove, choices, pick }) => (canMove ? recruitOffer(choices, pick) : null),
    /** @param {number | null} domino of a line: the move that chooses it */
    moveOf: (domino) => (room.canMove ? draftMove(room.state.choices, domino) : null),
    /** Follows a pointer that presses the domino to be placed. */
    grabbed: () => (room.canMove ? board.grab : null),
    /** @param {Slot} slot what it could earn */
    upTo: (slot) => (room.canMove ? upTo(room.state.choices, slot) : null),
  };
}
