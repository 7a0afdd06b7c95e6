// The review of a game: how each seat played, where points were lost, the turning points, and what was possible.

import { h } from "../core/dom.js";
import { badge } from "./badge_view.js";
import { SIGNS } from "./grades.js";
import { GRADES, mistakes, skillsOf } from "./judgements.js";
import { t } from "../core/words.js";
import { losses } from "./losses_view.js";
import { icon } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";
import { lead, moveText, points } from "../ui/move_words.js";
import { select } from "../ui/game_kinds.js";
import { markAt, markedName, nameWithKind } from "../ui/person_name.js";

/** @typedef {import("./losses_view.js").Actions & { review: import("./review_actions.js").ReviewActions }} Actions */
/** @typedef {import("./losses_view.js").ReviewedState} ReviewedState */

/**
 * @param {Table} table
 * @param {ShownState} state
 * @param {Actions} actions
 */
export function review(table, state, actions) {
  const { review: analysis } = state;
  if (!analysis) return null;
  return h(
    "section",
    { class: "review card", key: "review", "aria-busy": analysis.status === "running" ? "true" : undefined },
    h(
      "header",
      { class: "row" },
      h("h2", {}, t("review")),
      h(
        "button",
        { class: "plain", "aria-label": t("close_review"), title: t("close_review"), onclick: actions.review.close },
        icon("close"),
      ),
    ),
    content(table, state, analysis, actions),
  );
}

/** @type {(table: Table, state: ShownState, analysis: ReviewState, actions: Actions) => Child} */
function content(table, state, analysis, actions) {
  if (analysis.status === "failed") return h("p", { class: "problem", role: "alert" }, analysis.problem);
  if (analysis.status === "running") {
    return [
      h("p", { role: "status" }, t("review_running")),
      h("progress", { max: 1, value: analysis.progress, "aria-label": t("review_running") }),
    ];
  }
  const skills = skillsOf(analysis);
  const reviewed = { ...state, review: analysis };
  return [
    jumps(table, reviewed, actions),
    losses(table, reviewed, actions, skills),
    summary(table, state.players, analysis, skills),
    hindsights(table, state.players, analysis),
    puzzles(table, analysis),
  ];
}

/**
 * From mistake to mistake, and the turning points.
 * @param {Table} table
 * @param {ReviewedState} state
 * @param {Actions} actions
 */
function jumps(table, state, actions) {
  const { review: analysis } = state;
  const seqs = mistakes(analysis, analysis.whose);
  const seats = [
    ["", t("everybody")],
    ...table.seats.map((_, seat) => [String(seat), nameWithKind(table, state.players, seat)]),
  ];
  const passed = seqs.filter((seq) => seq <= state.at).length;
  return h(
    "div",
    { class: "mistakes", key: "mistakes" },
    h(
      "div",
      { class: "row" },
      h(
        "label",
        {},
        h("span", {}, t("mistakes_of")),
        select(seats, String(analysis.whose ?? ""), (value) =>
          actions.review.showSeat(value === "" ? null : Number(value)),
        ),
      ),
      h(
        "button",
        {
          disabled: !seqs.length,
          title: `${t("mistake_back")} (Shift+M)`,
          onclick: () => actions.review.toMistake(-1),
        },
        icon("back"),
        t("mistake_back"),
      ),
      h(
        "button",
        { disabled: !seqs.length, title: `${t("mistake_forward")} (M)`, onclick: () => actions.review.toMistake(1) },
        t("mistake_forward"),
        icon("forward"),
      ),
      h(
        "output",
        { class: "faint" },
        seqs.length
          ? t("mistake_of", { at: seqs.includes(state.at) ? passed : "–", count: seqs.length })
          : t("no_mistakes"),
      ),
    ),
    analysis.turning_points.length
      ? [
          h("h3", { key: "turning" }, t("turning_points")),
          h(
            "ol",
            { class: "turning-points" },
            [...analysis.turning_points]
              .sort((first, second) => first - second)
              .map((seq) => turning(table, state, actions, seq)),
          ),
        ]
      : null,
  );
}

/**
 * @param {Table} table
 * @param {ReviewedState} state
 * @param {Actions} actions
 * @param {number} seq
 */
function turning(table, state, actions, seq) {
  const move = state.review.bySeq.get(seq);
  if (!move) return null;
  return h(
    "li",
    { key: seq },
    h(
      "button",
      {
        class: `plain seat-${move.seat}`,
        "aria-current": state.at === seq ? "step" : undefined,
        onclick: () => actions.review.goTo(seq),
      },
      badge(move),
      h("span", {}, markedName(table, state.players, move.seat), ` ${moveText(table, move.played.move)}`),
      h("b", { class: "points-lost" }, lead(-move.lost)),
    ),
  );
}

/**
 * How each seat played, as a table.
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 * @param {Analysis} analysis
 * @param {Skill[]} skills
 */
function summary(table, players, analysis, skills) {
  const head = [t("player"), t("mean_loss"), t("median_loss"), ...skills.map((skill) => t(`skill_${skill}`))];
  return h(
    "div",
    { class: "scrolls", key: "summary", tabindex: 0, role: "group", "aria-label": t("how_all_played") },
    h(
      "table",
      { class: "summary-table" },
      h("caption", {}, t("how_all_played")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
          h("th", { scope: "col" }, t("grades")),
        ),
      ),
      h(
        "tbody",
        {},
        analysis.seats.map((seat) =>
          h(
            "tr",
            { key: seat.seat, class: `seat-${seat.seat}` },
            h("th", { scope: "row" }, table.seats[seat.seat].name, markAt(table, players, seat.seat)),
            h("td", {}, points(seat.mean)),
            h("td", {}, points(seat.median)),
            skills.map((skill) => h("td", {}, points(seat.lost[skill]))),
            h("td", {}, grades(seat)),
          ),
        ),
      ),
    ),
  );
}

/** @param {SeatReview} seat */
const grades = (seat) =>
  h(
    "ul",
    { class: "grades" },
    GRADES.filter((grade) => seat.grades[grade]).map((grade) =>
      h(
        "li",
        { key: grade, class: `grade ${grade}`, title: t(`grade_${grade}`) },
        h("span", { "aria-hidden": "true" }, SIGNS[grade]),
        h("span", { class: "unseen" }, `${t(`grade_${grade}`)}: `),
        ` ${seat.grades[grade]}`,
      ),
    ),
  );

/**
 * What each seat could have reached with the dominoes it drafted, if the review says so.
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 * @param {Analysis} analysis
 */
function hindsights(table, players, analysis) {
  if (!analysis.seats.some(({ hindsight }) => hindsight)) return null;
  return h(
    "section",
    { class: "hindsights", key: "hindsights" },
    h("h3", {}, t("hindsight")),
    h("p", { class: "faint" }, t("hindsight_text")),
    h(
      "div",
      { class: "hindsight-boards" },
      analysis.seats.map(({ seat, hindsight }) => hindsight && hindsightBoard(table, players, seat, hindsight)),
    ),
  );
}

/** @type {(table: Table, players: SeatedPlayer[], seat: number, hindsight: Hindsight) => ElementNode} */
function hindsightBoard(table, players, seat, { best, bound, is_proven: isProven, territory: land }) {
  const { name } = table.seats[seat];
  const label = t("hindsight_board", { name, points: best });
  return h(
    "figure",
    { key: seat, class: `seat-${seat}` },
    h(
      "figcaption",
      {},
      markedName(table, players, seat),
      " ",
      t(isProven ? "hindsight_proven" : "hindsight_bound", { points: best, bound }),
    ),
    land ? territory({ game: table.rules.game, seat: { territory: land }, number: seat, label }) : null,
  );
}

/**
 * @param {Table} table
 * @param {DoneReview} analysis
 */
function puzzles(table, analysis) {
  if (!analysis.puzzles?.length) return null;
  const name = (/** @type {{ seat: number, seq: number }} */ { seat, seq }) =>
    t("puzzle_from", { name: table.seats[seat]?.name ?? "", step: seq });
  return h(
    "section",
    { class: "from-here", key: "puzzles" },
    h("h3", {}, t("puzzles_from_here")),
    h(
      "ul",
      {},
      analysis.puzzles.map((puzzle) =>
        h(
          "li",
          { key: puzzle.id },
          h(
            "a",
            { class: "button", href: `/puzzles/${puzzle.id}` },
            puzzle.result?.solved ? icon("check") : null,
            name(puzzle),
          ),
        ),
      ),
    ),
  );
}
