// The whole table, put together.

import { same } from "../core/cells.js";
import { h } from "../core/dom.js";
import { recruitOffer } from "../board/picking.js";
import { fresh, middle, shown } from "./state.js";
import { placedAt } from "../replay/stepping.js";
import { listed, t, word } from "../core/words.js";
import { moveList } from "../board/action_view.js";
import { cave } from "../board/cave_view.js";
import { totems } from "../drawing/totems.js";
import { action } from "./action_view.js";
import { offered } from "../board/offers.js";
import { title } from "../ui/game_kinds.js";
import { dialogs, menu } from "./dialogs_view.js";
import { hintList, hintMarks, shownHint } from "../hints/hint_view.js";
import { lines } from "./lines_view.js";
import { area, boardMark, lineMarks } from "../drawing/marks.js";
import { icon } from "../drawing/pieces.js";
import { scoreGraph } from "../replay/score_graph_view.js";
import { chronicle, controls } from "../replay/replay_view.js";
import { review } from "../review/review_view.js";
import { breakdown } from "../drawing/scores.js";
import { nameplate, others } from "./seats_view.js";
import { cellAt, rows, territory } from "../drawing/territory.js";
import { lineBar, verdict, verdictMarks } from "../review/verdict_view.js";
import { trouble, waitingRoom } from "./waiting_view.js";

/** @typedef {import("./actions.js").TableActions} TableActions */

/**
 * @param {ShownState} state
 * @param {TableActions} actions
 */
export function tableView(state, actions) {
  if (state.problem) return [trouble(state.game, state.problem, actions)];
  if (state.waiting) return [waitingRoom(state.waiting, actions)];
  const table = state.at ? shown(state) : null; // unknown until the first step to show is chosen
  if (!table) return [h("p", { class: "faint", "aria-busy": "true" }, t("loading"))];
  const offer = state.canMove ? recruitOffer(state.choices, state.pick) : null;
  const number = middle(state, table);
  const hint = shownHint(table, state);
  const help = marked(table, state, hint);
  return [
    h(
      "div",
      { class: `table of-${table.seats.length} ${state.isLive ? "" : "is-replay"}`, key: "table" },
      heading(table, state, actions),
      h(
        "div",
        { class: "offer" },
        lines(table, state, actions.moves, help.lines),
        totems(table),
        cave(table, offer, state.pick, actions.board.chooseCaveman, help.caveman),
      ),
      h(
        "div",
        { class: "centre" },
        action(table, state, actions, hint),
        verdict(table, state, actions),
        lineBar(table, state, actions),
        board(table, state, actions, number, help.over(number)),
        controls(state, actions),
      ),
      h(
        "div",
        { class: "beside" },
        hintList(table, hint, actions),
        others(table, state, number, actions.game.enlarge, fresh(state), help.over),
        breakdown(table.rules.game, table.seats[number], number, actions.game.light),
      ),
      h(
        "div",
        { class: "story" },
        moveList(state, actions.board),
        review(table, state, actions),
        scoreGraph(table, state, actions),
        chronicle(state, actions),
      ),
    ),
    dialogs(state, actions),
  ];
}

/**
 * What a hint or a review draws on the table: in the lines, in the cave, and over the territory of one seat.
 * @param {Table} table
 * @param {ShownState} state
 * @param {ReturnType<typeof shownHint>} hint
 */
function marked(table, state, hint) {
  const judged = verdictMarks(state);
  const help = hint ? hintMarks(hint) : { cells: [], dominoes: [], caveman: null, marks: judged.marks };
  const seat = hint ? table.seat : judged.seat;
  const before = hint ? table : judged.before;
  const drawn = before ? help.marks.map((mark, index) => boardMark(before, mark, index)).filter(Boolean) : [];
  return {
    lines: { marked: lineMarks(help.marks), lit: help.dominoes },
    caveman: help.caveman,
    over: (/** @type {number} */ number) =>
      number === seat ? [help.cells.length ? area(help.cells) : null, ...drawn] : [],
  };
}

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 */
function heading(table, state, actions) {
  const variants = table.rules.variants.map((variant) => word("variants", variant));
  return h(
    "header",
    { class: "heading", key: "heading" },
    h("h1", {}, title(table.rules)),
    h(
      "p",
      { class: "faint" },
      table.round ? t("round_of", { round: table.round, rounds: table.rounds }) : t("setup"),
      variants.length ? ` · ${listed(variants)}` : "",
    ),
    state.isConnected ? null : h("p", { class: "gone", role: "status" }, t("reconnecting")),
    banner(state, actions),
    state.line ? null : menu(table, state, actions),
  );
}

/**
 * Which step is shown, when it is not the newest.
 * @param {ShownState} state
 * @param {TableActions} actions
 */
function banner(state, actions) {
  if (state.isLive && state.at < state.last) {
    return h(
      "p",
      { class: "banner", key: "banner" },
      t("meanwhile"),
      h("button", { onclick: actions.replay.live }, t("skip")),
    );
  }
  if (!state.isLive && state.at < state.last) {
    return h(
      "p",
      { class: "banner", key: "banner" },
      t("step_of", { at: state.at, last: state.last }),
      h("button", { onclick: actions.replay.live }, icon("last"), t("to_now")),
    );
  }
  return null;
}

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {TableActions} actions
 * @param {number} number
 * @param {Child} over
 */
function board(table, state, actions, number, over) {
  const { game } = table.rules;
  const seat = table.seats[number];
  const isOwn = number === table.viewer && state.canMove;
  const { choices } = state;
  /** @type {import("../board/offers.js").Offered} */
  const active = (isOwn && choices && offered(table, { ...state, choices }, actions.board)) || {
    listeners: { onclick: (event) => jump(table, state, actions, number, cellAt(event)) },
  };
  return h(
    "section",
    { class: `board ${isOwn ? "is-own" : ""}`, key: "board" },
    nameplate(table, number, state.clock, state.players[number]),
    territory({
      game,
      seat,
      number,
      fresh: fresh(state),
      classes: "large",
      around: table.status === "running" ? 2 : 0,
      lit: state.lit?.seat === number ? state.lit.cells : null,
      label: isOwn && active.listeners?.onkeydown ? t("own_board") : t("territory_of", { name: seat.name }),
      ...active,
      held: [over, active.held],
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name: seat.name }) }, rows(game, seat)),
  );
}

/**
 * To the moment a square was placed.
 * @param {Table} table
 * @param {TableState} state
 * @param {TableActions} actions
 * @param {number} number
 * @param {Cell} cell
 */
function jump(table, state, actions, number, cell) {
  const square = table.seats[number].territory.squares.find((candidate) => same(candidate.at, cell));
  const seq = square && placedAt(state, number, square.domino);
  if (seq) actions.replay.show(seq);
}
