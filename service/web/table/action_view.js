// The bar above the board: whose turn it is, what is due, and the buttons for it.

import { bar, mine, takeBack } from "../board/action_view.js";
import { listed, t } from "../core/words.js";
import { chiefOf } from "../drawing/pieces.js";
import { hintBar, hintButton, hintWorth } from "../hints/hint_view.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {import("../hints/hint_view.js").ShownHint | null} hint
 */
export function action(table, state, actions, hint) {
  const { choices } = state;
  const due =
    state.canMove && choices
      ? mine(table, { ...state, choices }, actions.board, (move) => hintWorth(hint, move))
      : theirs(table);
  const undo = table.may_undo && state.isNow ? takeBack(actions.moves.undo) : null;
  return bar(
    due,
    state.canMove,
    [undo, state.canMove && !state.line ? hintButton(state, actions.hints) : null],
    hintBar(table, hint, actions.hints),
  );
}

/** @type {(table: Table) => DueNow} */
function theirs(table) {
  const icon = chiefOf(table.rules.game);
  if (table.winners) {
    const names = listed(table.winners.map((seat) => table.seats[seat].name));
    return {
      icon,
      seat: table.winners[0],
      title: t("won_by", { count: table.winners.length, names }),
    };
  }
  if (table.seat === null) return { title: t("next_round_soon") };
  const step = t(`they_${table.step}`, { name: table.seats[table.seat].name, domino: table.domino });
  return { icon, seat: table.seat, title: step };
}
