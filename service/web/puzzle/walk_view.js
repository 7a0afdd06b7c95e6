// Looking back at a puzzle: the best line, your own attempts, and the first placements of all solvers.

import { h } from "../core/dom.js";
import { boardOf, movesOf } from "./boards.js";
import { hasCoordinates } from "../core/preferences.js";
import { t } from "../core/words.js";
import { heat, heatTable } from "./heat_view.js";
import { spare } from "../drawing/grid.js";
import { icon } from "../drawing/pieces.js";
import { rows, territory } from "../drawing/territory.js";
import { moveText } from "../ui/move_words.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */

const ICONS = { to_first: "first", step_back: "back", step_forward: "forward", to_last: "last" };

/**
 * The step that is shown, in words.
 * @param {WalkState} state
 */
export function stepText(state) {
  const { walk } = state;
  if (walk.line === "heat") return t("first_placements");
  const moves = movesOf(state.outcome, walk.line);
  const points = boardOf(state)?.total;
  return [
    `${walk.at} / ${moves.length}: ${caption(state)}`,
    points === null || points === undefined ? null : t("points_so_far", { count: points }),
  ]
    .filter(Boolean)
    .join(". ");
}

/**
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
export const walkView = (state, actions) => [
  tabs(state, actions),
  board(state),
  state.walk.line === "heat" ? heatTable(state.outcome) : controls(state, actions),
];

/**
 * @param {WalkState} walkState
 * @param {PuzzleActions} actions
 */
function tabs({ walk, outcome }, actions) {
  const last = outcome.attempts.length - 1;
  /**
   * @param {WalkLine} line
   * @param {string} text
   */
  const tab = (line, text) =>
    h(
      "button",
      { key: line, "aria-pressed": String(walk.line === line), onclick: () => actions.walk.show(line) },
      text,
    );
  const shown = typeof walk.line === "number" ? walk.line : last;
  return h(
    "div",
    { class: "tabs row", role: "group", "aria-label": t("looking_back"), key: "tabs" },
    tab(shown, shown === last ? t("your_answer") : t("attempt_number", { number: shown + 1 })),
    tab("best", t("best_line")),
    tab("heat", t("first_placements")),
  );
}

/** @param {WalkState} state */
function board(state) {
  const { puzzle, walk, outcome } = state;
  const shown = boardOf(state) ?? { territory: puzzle.territory, total: null };
  const { game } = puzzle.rules;
  const seat = { territory: shown.territory };
  const move = walk.at ? movesOf(state.outcome, walk.line)[walk.at - 1] : null;
  return h(
    "section",
    { class: "board", key: "board", "aria-busy": boardOf(state) ? undefined : "true" },
    h(
      "div",
      { class: "nameplate seat-0" },
      h("span", { class: "name" }, caption(state)),
      shown.total === null ? null : h("b", { class: "total", title: t("points_now") }, shown.total),
    ),
    territory({
      game,
      seat,
      number: 0,
      fresh: move?.type === "place" ? new Set([move.domino]) : undefined,
      classes: "large",
      around: spare(puzzle.territory),
      coordinates: hasCoordinates(true),
      lit: isLast(state) ? (state.lit?.cells ?? null) : null,
      label: stepText(state),
      taken: move?.type === "fire" || move?.type === "recruit" ? [move.at] : [],
      held: walk.line === "heat" ? heat(outcome) : null,
    }),
    h("ol", { class: "unseen", "aria-label": stepText(state) }, rows(game, seat)),
  );
}

/**
 * Whether the end of a line is shown: items of its score can be pointed out on it.
 * @param {WalkState} state
 */
const isLast = ({ outcome, walk }) => walk.line !== "heat" && walk.at === movesOf(outcome, walk.line).length;

/** @param {WalkState} state */
function caption(state) {
  const { walk } = state;
  if (walk.line === "heat") return t("heat_text");
  return walk.at ? moveText(null, movesOf(state.outcome, walk.line)[walk.at - 1]) : t("start_position");
}

/**
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
function controls(state, actions) {
  const { walk } = state;
  const last = movesOf(state.outcome, walk.line).length;
  /**
   * @param {keyof typeof ICONS} name
   * @param {string} key
   * @param {number} at
   * @param {boolean} isOff
   */
  const button = (name, key, at, isOff) =>
    h(
      "button",
      {
        class: "plain",
        key: name,
        "aria-label": t(name),
        title: `${t(name)} (${key})`,
        disabled: isOff,
        onclick: () => actions.walk.show(walk.line, at),
      },
      icon(ICONS[name]),
    );
  return h(
    "section",
    { class: "controls", key: "controls", "aria-label": t("looking_back") },
    button("to_first", "Home", 0, walk.at <= 0),
    button("step_back", "←", walk.at - 1, walk.at <= 0),
    button("step_forward", "→", walk.at + 1, walk.at >= last),
    button("to_last", "End", last, walk.at >= last),
    h(
      "label",
      { class: "slider" },
      h("span", { class: "unseen" }, t("step_of", { at: walk.at, last })),
      h("input", {
        type: "range",
        min: 0,
        max: last,
        value: String(walk.at),
        "aria-valuetext": stepText(state),
        oninput: (event) => actions.walk.show(walk.line, Number(event.target.value)),
      }),
    ),
    h("output", { class: "faint" }, `${walk.at} / ${last}`),
  );
}
