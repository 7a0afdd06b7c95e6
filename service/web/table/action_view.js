// The bar above the board: whose turn it is, what is due, and the buttons for it.

import { bar, mine, takeBack } from "../board/action_view.js";
import { listed, t } from "../core/words.js";
import { hintBar, hintButton, hintWorth } from "../hints/hint_view.js";

export function action(table, state, acts, hint) {
  const due = state.canMove ? mine(table, state, acts, (move) => hintWorth(hint, move)) : theirs(table);
  const undo = table.may_undo && state.isNow ? takeBack(acts.undo) : null;
  return bar(
    due,
    state.canMove,
    [undo, state.canMove && !state.line ? hintButton(state, acts) : null],
    hintBar(table, hint, acts),
  );
}

function theirs(table) {
  if (table.status === "over") {
    const names = listed(table.winners.map((seat) => table.seats[seat].name));
    return {
      icon: table.rules.game === "origins" ? "chief" : "king",
      seat: table.winners[0],
      title: t("won_by", { count: table.winners.length, names }),
    };
  }
  if (table.seat === null) return { title: t("next_round_soon") };
  const step = t(`they_${table.step}`, { name: table.seats[table.seat].name, domino: table.domino });
  return { icon: table.rules.game === "origins" ? "chief" : "king", seat: table.seat, title: step };
}
