// The bar beside the board: whose turn it is, what is due, and the buttons for it.

import { bar, takeBack } from "../board/bar_view.js";
import { h } from "../core/dom.js";
import { onDemand } from "../core/on_demand.js";
import { waitsElsewhere } from "../core/session.js";
import { t } from "../core/words.js";
import { chiefOf, icon } from "../drawing/pieces.js";
import { victory } from "../ui/person_name.js";
import { hintBar, hintButton, hintWorth } from "../hints/on_demand.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

const elsewhere = onDemand(() => import("./next_game.js"));

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {import("../hints/hint_view.js").ShownHint | null} hint
 * @param {Child} banner which step is shown, when it is not the newest
 */
export function action(table, state, actions, hint, banner) {
  const { player } = actions;
  const due =
    player?.held(state) ??
    player?.mine(table, state, (move) => hintWorth(hint, move)) ??
    happened(table, state) ??
    theirs(table);
  const undo = table.may_undo && state.isNow && player ? takeBack(player.undo) : null;
  const isEnd = table.winners && !state.line;
  const result = isEnd
    ? h("button", { key: "result", onclick: actions.ending.open }, icon("graph"), t("result"))
    : null;
  return bar(
    { news: player?.news(table, state), buttons: isEnd ? null : nextGame(table, state), ...due },
    state.canMove,
    [banner, result, undo, mayAsk(state) ? hintButton(state, actions.hints) : null],
    hintBar(table, hint, actions.hints),
  );
}

/** @type {(state: ShownState) => boolean} */
const mayAsk = ({ canMove, hasHints, line }) => canMove && hasHints && !line;

/** @type {(table: Table, state: ShownState) => Child} where we are wanted next */
export const nextGame = ({ viewer }, state) =>
  viewer !== null && waitsElsewhere(state.game) ? elsewhere()?.nextGameButton(state) : null;

/**
 * What happened at the step that is shown; null where the game itself goes on, and says what is due.
 * @param {Table} table
 * @param {ShownState} state
 * @returns {DueNow | null}
 */
function happened(table, state) {
  const step = state.steps[state.at - 1];
  if (state.isNow || !step) return null;
  const { seat, text } = step;
  return seat === null ? { title: text } : { title: text, icon: chiefOf(table.rules.game), seat };
}

/** @type {(table: Table) => DueNow} */
function theirs(table) {
  const chief = chiefOf(table.rules.game);
  if (table.winners) return { icon: chief, seat: table.winners[0], title: victory(table) };
  if (table.seat === null) return { title: t("next_round_soon") };
  const step = t(`they_${table.step}`, { name: table.seats[table.seat].name, domino: table.domino });
  return { icon: chief, seat: table.seat, title: step };
}
