// A puzzle while it is solved: the same board and pieces as at the table, with one seat.

import { h } from "../core/dom.js";
import { recruitOffer } from "../board/picking.js";
import { hasCoordinates } from "../core/preferences.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { mine, moveList } from "../board/action_view.js";
import { bar, takeBack } from "../board/bar_view.js";
import { recruitWorth } from "../board/earnings.js";
import { speaking, speakingItems } from "../board/cavemen_speak.js";
import { offered } from "../board/offers.js";
import { tileList } from "./tiles_view.js";
import { cave } from "../board/cave_view.js";
import { dominoText } from "../drawing/dominoes.js";
import { spare } from "../drawing/grid.js";
import { icon } from "../drawing/pieces.js";
import { ruleLinks } from "../ui/rule_links.js";
import { heading } from "./heading_view.js";
import { laterDue } from "./unchecked_view.js";
import { hintDrawing, hintCard } from "./hints_view.js";
import { breakdown } from "../drawing/scores.js";
import { rows, territory } from "../drawing/territory.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */

/**
 * The puzzle as a table with one seat.
 * @param {SolvingState} state
 */
function tableOf({ puzzle, choices }) {
  const { territory: land, score, step, domino, volcano, cave: camp } = choices;
  const name = session.me?.name ?? t("you_there");
  return {
    rules: puzzle.rules,
    seats: [{ name, bot: null, territory: land, score }],
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

/**
 * How the attempt stands, in words.
 * @param {Puzzle} puzzle
 * @param {Sitting} choices
 */
export function standing(puzzle, choices) {
  const tile = puzzle.tiles.find(({ domino }) => domino === choices.domino);
  const next =
    choices.step === "place" && tile
      ? t("you_place", { domino: dominoText(puzzle.rules.game, tile) })
      : choices.step === "over"
        ? t("all_placed")
        : t(`you_${choices.step}`);
  const lost = choices.discarded.length
    ? t("fitted_nowhere", { count: choices.discarded.length, dominoes: choices.discarded.join(", ") })
    : "";
  const points = choices.isUnchecked ? "" : t("points_so_far", { count: choices.score.total });
  return [points, lost, next].filter(Boolean).join(" ");
}

/**
 * @param {SolvingState} state
 * @param {PuzzleActions} actions
 */
export function solvingView(state, actions) {
  const table = tableOf(state);
  const offer = state.canMove ? recruitOffer(state.choices, state.pick) : null;
  return [
    h(
      "div",
      { class: "screen", key: "screen" }, // all that is needed while solving: one screen of a phone
      heading(state.puzzle),
      h(
        "div",
        { class: "offer", key: "offer" },
        tileList(state.puzzle, state.choices.placed, state.choices.discarded),
        cave(table, offer, state.pick, actions.board.chooseCaveman, recruitWorth),
      ),
      h(
        "div",
        { class: "centre", key: "centre" },
        due(table, state, actions),
        refusal(state),
        board(table, state, actions),
      ),
    ),
    h(
      "div",
      { class: "beside", key: "beside" },
      state.choices.isUnchecked
        ? null
        : breakdown(table.rules.game, table.seats[0], 0, actions.attempt.light, speakingItems(table.seats[0])),
      hintCard(state, actions),
    ),
    h(
      "div",
      { class: "story", key: "story" },
      moveList(state, actions.board),
      h("p", { class: "faint key-line" }, t("puzzle_keys")),
    ),
  ];
}

/**
 * What is due now; after the last domino, sending the attempt.
 * @param {BoardTable} table
 * @param {SolvingState} state
 * @param {PuzzleActions} actions
 */
function due(table, state, actions) {
  const { choices, isSending } = state;
  const result = state.puzzle.rated
    ? null
    : h(
        "button",
        { key: "result", disabled: isSending, onclick: actions.attempt.giveUp },
        icon("eye"),
        t("see_result"),
      );
  if (state.isWaiting || choices.isUnchecked) {
    return bar(laterDue(mine(table, state, actions.board), state, actions), true, null);
  }
  const news = discardedNow(state);
  if (choices.step !== "over") return bar({ ...mine(table, state, actions.board), news }, true, result);
  const send = h(
    "button",
    { key: "send", class: "main", disabled: isSending, onclick: actions.attempt.submit },
    icon("check"),
    t("submit_attempt"),
  );
  return bar(
    {
      icon: "logo",
      title: t("all_placed"),
      news,
      hint: t(state.puzzle.rated ? "submit_text" : "submit_unrated"),
      buttons: [send],
    },
    true,
    result,
  );
}

/**
 * The domino before the present one, if it fitted nowhere, and the reason.
 * @param {SolvingState} state
 */
function discardedNow({ puzzle: { tiles, rules, territory: land }, choices }) {
  const domino = tiles[choices.placed - 1]?.domino;
  if (!choices.discarded.includes(domino)) return null;
  const said = t("fitted_nowhere", { count: 1, dominoes: t("domino_number", { number: domino }) });
  return [said, t(`fits_nowhere_${rules.game}`, { size: land.size })].join(" ");
}

/**
 * Taking back one move, or all of them.
 * @param {SolvingState} state
 * @param {PuzzleActions} actions
 */
const back = ({ moves, isWaiting }, actions) =>
  h(
    "span",
    { class: "back" },
    takeBack(actions.attempt.undo, !moves.length || isWaiting),
    h(
      "button",
      {
        key: "again",
        class: "brief",
        disabled: !moves.length || isWaiting,
        onclick: actions.attempt.startOver,
        title: t("start_over"),
      },
      icon("first"),
      h("span", {}, t("start_over")),
    ),
  );

/** @param {PuzzleState} puzzleState */
const refusal = ({ refused }) =>
  refused
    ? h(
        "p",
        { class: "refusal", role: "alert", key: "refusal" },
        icon("close"),
        h("span", {}, refused.text, " ", ruleLinks(refused.rule)),
      )
    : null;

/**
 * @param {BoardTable} table
 * @param {SolvingState} state
 * @param {PuzzleActions} actions
 */
function board(table, state, actions) {
  const { game } = table.rules;
  const [seat] = table.seats;
  const { puzzle, choices, moves } = state;
  const active = (state.canMove && offered(table, state, actions.board)) || {};
  const last = moves.findLast((move) => move.type === "place");
  const around = spare(puzzle.territory);
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
      back(state, actions),
      h("b", { class: "total", title: t("points_now") }, choices.isUnchecked ? "–" : seat.score.total),
    ),
    territory({
      game,
      seat,
      number: 0,
      fresh: last ? new Set([last.domino]) : undefined,
      classes: "large",
      around,
      area: actions.board.area(seat.territory, true, around),
      coordinates: hasCoordinates(puzzle.ladder.taken.length > 0),
      lit: state.lit?.cells ?? null,
      label: active.listeners ? t("own_board") : t("territory_of", { name: seat.name }),
      speaks: speaking(seat.score, true),
      ...active,
      held: [hintDrawing(puzzle, choices.placed > 0), active.held],
    }),
    h("ol", { class: "unseen", "aria-label": t("row_by_row", { name: seat.name }) }, rows(game, seat)),
  );
}
