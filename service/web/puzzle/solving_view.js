// A puzzle while it is solved: the same board and pieces as at the table, with one seat.

import { h } from "../core/dom.js";
import { recruiting } from "../board/picking.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { bar, mine, moveList, takeBack } from "../board/action_view.js";
import { offered } from "../board/offers.js";
import { coming } from "./tiles_view.js";
import { cave } from "../board/cave_view.js";
import { tell } from "../drawing/dominoes.js";
import { icon } from "../drawing/pieces.js";
import { ruleLinks } from "../ui/rule_links.js";
import { hintDrawing, rungs } from "./hints_view.js";
import { breakdown } from "../drawing/scores.js";
import { rows, territory } from "../drawing/territory.js";

/** The puzzle as a table at which one sits alone. */
function tableOf({ puzzle, choices }) {
  const { territory: land, score, step, domino, volcano, cave: camp } = choices;
  const name = session.me?.name ?? t("you_there");
  return {
    rules: puzzle.rules,
    seats: [{ name, territory: land, score }],
    seat: 0,
    viewer: 0,
    step,
    domino,
    volcano,
    line: puzzle.tiles,
    cave: camp,
    pile: null,
  };
}

/** How the attempt stands, in words. */
export function standing({ puzzle, choices }) {
  const tile = puzzle.tiles.find(({ domino }) => domino === choices.domino);
  const next =
    choices.step === "place"
      ? t("you_place", { domino: tell(puzzle.rules.game, tile) })
      : choices.step === "over"
        ? t("all_placed")
        : t(`you_${choices.step}`);
  const lost = choices.discarded.length
    ? t("fitted_nowhere", { count: choices.discarded.length, dominoes: choices.discarded.join(", ") })
    : "";
  return [t("points_so_far", { count: choices.score.total }), lost, next].filter(Boolean).join(" ");
}

export function solvingView(state, acts) {
  const table = tableOf(state);
  const offer = state.canMove ? recruiting(state.choices, state.pick) : null;
  return [
    h(
      "div",
      { class: "offer", key: "offer" },
      coming(state.puzzle, state.choices.placed, state.choices.discarded),
      cave(table, offer, state.pick, acts.choose),
    ),
    h("div", { class: "centre", key: "centre" }, due(table, state, acts), refusal(state), board(table, state, acts)),
    h(
      "div",
      { class: "beside", key: "beside" },
      breakdown(table.rules.game, table.seats[0], 0, acts.light),
      rungs(state, acts),
    ),
    h(
      "div",
      { class: "story", key: "story" },
      moveList(state, acts),
      h("p", { class: "faint key-line" }, t("puzzle_keys")),
    ),
  ];
}

/** What is to be done now; behind the last domino, sending it. */
function due(table, state, acts) {
  const { choices, moves, isSending } = state;
  const back = [
    takeBack(acts.undo, !moves.length),
    h(
      "button",
      { key: "again", class: "brief", disabled: !moves.length, onclick: acts.again, title: t("start_over") },
      icon("first"),
      h("span", {}, t("start_over")),
    ),
  ];
  const result = state.puzzle.rated
    ? null
    : h("button", { key: "result", disabled: isSending, onclick: acts.giveUp }, icon("eye"), t("see_result"));
  if (choices.step !== "over") return bar(mine(table, state, acts), true, [back, result]);
  const send = h(
    "button",
    { key: "send", class: "main", disabled: isSending, onclick: acts.submit },
    icon("check"),
    t("submit_attempt"),
  );
  return bar(
    {
      icon: "logo",
      title: t("all_placed"),
      hint: t(state.puzzle.rated ? "submit_text" : "submit_unrated"),
      buttons: [send],
    },
    true,
    [back, result],
  );
}

const refusal = ({ refused }) =>
  refused
    ? h(
        "p",
        { class: "refusal", role: "alert", key: "refusal" },
        icon("close"),
        h("span", {}, refused.text, " ", ruleLinks(refused.rule)),
      )
    : null;

function board(table, state, acts) {
  const { game } = table.rules;
  const [seat] = table.seats;
  const { puzzle, choices, moves } = state;
  const active = (state.canMove && offered(table, state, acts)) || {};
  const last = moves.findLast((move) => move.type === "place");
  return h(
    "section",
    { class: "board is-own", key: "board" },
    h(
      "div",
      { class: "nameplate seat-0" },
      h(
        "span",
        { class: "name" },
        t("domino_of", { at: Math.min(choices.placed + 1, puzzle.tiles.length), count: puzzle.tiles.length }),
      ),
      choices.discarded.length
        ? h(
            "span",
            { class: "faint" },
            t("fitted_nowhere", { count: choices.discarded.length, dominoes: choices.discarded.join(", ") }),
          )
        : null,
      h("b", { class: "total", title: t("points_now") }, seat.score.total),
    ),
    territory({
      game,
      seat,
      number: 0,
      fresh: last ? new Set([last.domino]) : undefined,
      classes: "large",
      around: 2,
      lit: state.lit?.cells ?? null,
      label: active.listeners ? t("own_board") : t("territory_of", { name: seat.name }),
      ...active,
      held: [hintDrawing(puzzle, choices.placed > 0), active.held],
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name: seat.name }) }, rows(game, seat)),
  );
}
