// The result of an attempt: stars and gap, a text to share, and the solution.

import { h } from "../core/dom.js";
import { nextPuzzle, wishLike, wishOf } from "../puzzles/practice.js";
import { withNotice } from "../core/notices.js";
import { locale, t } from "../core/words.js";
import { tileList } from "./tiles_view.js";
import { copyable } from "../ui/copying.js";
import { comparison } from "./comparison_view.js";
import { histogram } from "./histogram_view.js";
import { ratingText } from "../puzzles/rating_text.js";
import { leaders, taken } from "../puzzles/leaders_view.js";
import { icon } from "../drawing/pieces.js";
import { hintCard } from "./hints_view.js";
import { itemsOf, parts } from "../ui/benefit_view.js";
import { boardOf } from "./boards.js";
import { stars } from "../puzzles/stars_view.js";
import { streak } from "../puzzles/streak_view.js";
import { walkView } from "./walk_view.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */

const moment = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

/**
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
export function outcomeView(state, actions) {
  const { puzzle, outcome, board, own } = state;
  return [
    h("div", { class: "offer", key: "offer" }, tileList(puzzle, puzzle.tiles.length), facts(puzzle, outcome)),
    h("div", { class: "centre", key: "centre" }, verdict(state, actions), walkView(state, actions)),
    h(
      "div",
      { class: "beside", key: "beside" },
      comparison(state, actions),
      histogram(outcome),
      own && puzzle.day ? streak(own.streak) : null,
      puzzle.ladder.taken.length ? hintCard(state, actions) : null,
    ),
    h("div", { class: "story", key: "story" }, attempts(state, actions), board ? leaders(board) : null),
  ];
}

/**
 * The last attempt; after a reload, the one that counted.
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
function verdict(state, actions) {
  const { puzzle, graded, outcome } = state;
  const made = graded ?? {
    ...outcome.attempts[0],
    optimum: outcome.optimum,
    hints: puzzle.result?.hints ?? 0,
    seconds: puzzle.result?.seconds ?? null,
    rating: null,
    attempt: 1,
  };
  const wish = wishOf(location.search) ?? wishLike(puzzle, outcome);
  return h(
    "section",
    { class: `result card ${made.solved ? "is-solved" : ""}`, key: "result", "aria-labelledby": "result-title" },
    h(
      "div",
      { class: "result-head" },
      stars(made.stars, "large"),
      h(
        "div",
        {},
        h("h2", { id: "result-title", tabindex: "-1" }, resultTitle(made)),
        h(
          "p",
          { class: "figure" },
          h("b", {}, t("score_of_optimum", { score: made.score, optimum: made.optimum })),
          " ",
          h("span", { class: "proven" }, icon("check"), t("optimum_proven")),
        ),
        h("p", { class: "faint" }, details(made).join(" · ")),
      ),
    ),
    missing(state, made.missing, actions),
    reasons(outcome.themes),
    sharing(puzzle, outcome),
    h(
      "div",
      { class: "row" },
      h("button", { key: "retry", onclick: actions.attempt.retry }, icon("undo"), t("retry")),
      h(
        "button",
        { key: "next", class: made.solved ? "main" : "", onclick: () => withNotice(() => nextPuzzle(wish)) },
        icon("forward"),
        t(wish.failed ? "next_failed" : "next_puzzle"),
      ),
    ),
  );
}

/** @param {{ solved: boolean, gap: number, hints: number, attempt: number }} made */
function resultTitle({ solved, gap, hints, attempt }) {
  if (!solved) return t("missed_title", { count: gap });
  return hints && attempt === 1 ? t("solved_with_hints", { count: hints }) : t("solved_title");
}

/** @param {Omit<GradedAttempt, "optimum">} made */
const details = (made) =>
  [
    made.rating ? ratingChange(made.rating) : made.attempt > 1 ? t("unrated_attempt") : null,
    made.hints ? t("hints_taken", { count: made.hints }) : null,
    made.seconds === null || made.seconds === undefined ? null : t("time_since_begin", { time: taken(made.seconds) }),
  ].filter(Boolean);

/** @param {{ before: number, after: number, provisional: boolean }} rating */
const ratingChange = ({ before, after, provisional }) =>
  before === after
    ? t("rating_same", { rating: ratingText(after, provisional) })
    : t("rating_change", { before, after: ratingText(after, provisional) });

/**
 * What the best answer has over this one; pointing at an item lights up its squares on the board that is shown.
 * @param {WalkState} state
 * @param {BenefitItem[]} items
 * @param {PuzzleActions} actions
 */
function missing(state, items, actions) {
  if (!items.length) return null;
  const board = boardOf(state)?.territory ?? state.puzzle.territory;
  const shown = itemsOf(state.puzzle.rules, items, board);
  return h(
    "p",
    { class: "benefit", key: "missing" },
    `${t("benefit_puzzle")} `,
    parts(shown, (lit) => actions.attempt.light(lit && { cells: lit.cells })),
    ".",
  );
}

/**
 * What the puzzle was about, and why that is best.
 * @param {string[]} themes
 */
const reasons = (themes) =>
  h(
    "ul",
    { class: "reasons", key: "reasons" },
    themes.map((theme) =>
      h(
        "li",
        { key: theme },
        h("a", { href: `/puzzles?theme=${theme}` }, t(`theme_${theme}`)),
        ": ",
        t(`why_${theme}`),
      ),
    ),
  );

/**
 * The text to share gives nothing away: neither moves nor points.
 * @param {Puzzle} puzzle
 * @param {PuzzleOutcome} puzzleOutcome
 */
function sharing({ id }, { share }) {
  const text = `${share} ${location.origin}/puzzles/${id}`;
  const pass = () => navigator.share({ text }).catch(() => {}); // the person changed their mind
  return h(
    "div",
    { class: "sharing", key: "sharing" },
    copyable(text, t("share_text"), t("copy_share"), t("share_copied")),
    "share" in navigator ? h("button", { onclick: pass }, icon("share"), t("share")) : null,
  );
}

/**
 * @param {Puzzle} puzzle
 * @param {PuzzleOutcome} puzzleOutcome
 */
function facts({ game }, { boards, first_moves: first, greedy, rating, optimum }) {
  return h(
    "section",
    { class: "facts", key: "facts" },
    h("h2", {}, t("about_puzzle")),
    h(
      "dl",
      {},
      [
        [t("fact_optimum"), optimum],
        [t("fact_boards"), boards],
        [t("fact_first_moves"), first.length],
        [t("fact_greedy"), greedy],
        [t("fact_rating"), rating],
      ].map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
    ),
    game ? h("p", {}, h("a", { href: `/game/${game.game}${game.seq ? `/${game.seq}` : ""}` }, t("from_a_game"))) : null,
  );
}

/**
 * @param {WalkState} state
 * @param {PuzzleActions} actions
 */
function attempts({ outcome, walk }, actions) {
  return h(
    "section",
    { class: "attempts card", key: "attempts" },
    h("h2", {}, t("your_attempts")),
    h(
      "ol",
      {},
      outcome.attempts.map((attempt, index) =>
        h(
          "li",
          { key: index },
          h(
            "button",
            { class: "plain", "aria-pressed": String(walk.line === index), onclick: () => actions.walk.show(index) },
            stars(attempt.stars),
            h("b", {}, t("score_of_optimum", { score: attempt.score, optimum: outcome.optimum })),
            h("small", { class: "faint" }, moment.format(new Date(attempt.at))),
          ),
        ),
      ),
    ),
  );
}
