// The whole table, put together.

import { h } from "../dom.js";
import { placements, recruiting, same, targets } from "../picking.js";
import { fresh, middle, shown } from "../state.js";
import { placing } from "../stepping.js";
import { listed, t, word } from "../words.js";
import { action, moveList } from "./action.js";
import { title } from "./choices.js";
import { dialogs, menu } from "./dialogs.js";
import { cave, lines, totems } from "./lines.js";
import { icon } from "./pieces.js";
import { chronicle, controls, graph } from "./replay.js";
import { breakdown } from "./scores.js";
import { nameplate, others } from "./seats.js";
import { cellAt, ghost, rows, territory } from "./territory.js";
import { trouble, waitingRoom } from "./waiting.js";

export function tableView(state, acts) {
  if (state.problem) return [trouble(state, acts)];
  if (state.waiting) return [waitingRoom(state.waiting, acts)];
  const table = state.at ? shown(state) : null; // not before it is known where to begin
  if (!table) return [h("p", { class: "faint", "aria-busy": "true" }, t("loading"))];
  const offer = state.canMove ? recruiting(state.choices, state.pick) : null;
  const number = middle(state, table);
  return [
    h("div", { class: `table of-${table.seats.length} ${state.isLive ? "" : "is-replay"}`, key: "table" },
      heading(table, state, acts),
      h("div", { class: "offer" }, lines(table, state, acts.draft), totems(table), cave(table, offer, state.pick, acts.choose)),
      h("div", { class: "centre" },
        action(table, state, acts),
        board(table, state, acts, number),
        controls(state, acts)),
      h("div", { class: "beside" }, others(table, state, number, acts.look, fresh(state)), breakdown(table.rules.game, table.seats[number], number, acts.light)),
      h("div", { class: "story" }, moveList(state, acts), graph(table, state, acts), chronicle(state, acts))),
    dialogs(table, state, acts),
  ];
}

function heading(table, state, acts) {
  const variants = table.rules.variants.map((variant) => word("variants", variant));
  return h("header", { class: "heading", key: "heading" },
    h("h1", {}, title(table.rules)),
    h("p", { class: "faint" }, table.round ? t("round_of", { round: table.round, rounds: table.rounds }) : t("setup"), variants.length ? ` · ${listed(variants)}` : ""),
    state.isConnected ? null : h("p", { class: "gone", role: "status" }, t("reconnecting")),
    banner(state, acts),
    menu(table, state, acts));
}

/** Where in time one is, when that is not now. */
function banner(state, acts) {
  if (state.isLive && state.at < state.last) return h("p", { class: "banner", key: "banner" }, t("meanwhile"), h("button", { onclick: acts.skip }, t("skip")));
  if (!state.isLive && state.at < state.last) return h("p", { class: "banner", key: "banner" }, t("step_of", { at: state.at, last: state.last }), h("button", { onclick: acts.live }, icon("last"), t("to_now")));
  return null;
}

function board(table, state, acts, number) {
  const { game } = table.rules;
  const seat = table.seats[number];
  const isOwn = number === table.viewer && state.canMove;
  const active = isOwn ? activeBoard(table, state, acts) : { listeners: { onclick: (event) => jump(table, state, acts, number, cellAt(event)) } };
  return h("section", { class: `board ${isOwn ? "is-own" : ""}`, key: "board" },
    nameplate(table, number, state.clock),
    territory({
      game, seat, number, fresh: fresh(state), classes: "large", around: table.status === "running" ? 2 : 0,
      lit: state.lit?.seat === number ? state.lit.cells : null,
      label: isOwn && active.listeners.onkeydown ? t("own_board") : t("territory_of", { name: seat.name }),
      ...active,
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name: seat.name }) }, rows(game, seat)));
}

/** What can be done on one's own territory now. */
function activeBoard(table, state, acts) {
  const { choices, pick } = state;
  const now = recruiting(choices, pick);
  const isBoard = choices.step === "place" || choices.step === "fire" || (now && pick.caveman);
  if (!isBoard) return { listeners: { onclick: (event) => jump(table, state, acts, table.viewer, cellAt(event)) } };
  const listeners = { onpointermove: acts.hover, onpointerleave: acts.leave, onclick: acts.press, onwheel: acts.wheel, onkeydown: acts.boardKey };
  if (choices.step === "place") {
    const slot = table.line.find((candidate) => candidate.domino === table.domino);
    const cells = placements(choices).flatMap((move) => [move.a, move.b]);
    const spots = cells.filter((cell, index) => cells.findIndex((other) => same(other, cell)) === index);
    return { listeners, spots, held: pick.spot && slot ? ghost(table.rules.game, slot, pick.spot) : null };
  }
  if (choices.step === "fire") return { listeners, spots: targets(choices).map((move) => move.at), aim: pick.aim };
  return { listeners, spots: [...now.payable, ...now.free], taken: pick.spend, aim: pick.aim };
}

/** To the moment a square was placed. */
function jump(table, state, acts, number, cell) {
  const square = table.seats[number].territory.squares.find((candidate) => same(candidate.at, cell));
  const seq = square && placing(state, number, square.domino);
  if (seq) acts.show(seq);
}
