// The review of a game: how everybody played, where the points went, the turning points, and what was possible.

import { h } from "../core/dom.js";
import { GRADES, SIGNS, mistakes, skillsOf } from "./judgements.js";
import { t } from "../core/words.js";
import { losses } from "./losses_view.js";
import { icon } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";
import { points, told } from "../ui/move_words.js";
import { badge } from "./verdict_view.js";
import { chosenOf } from "../ui/game_kinds.js";

export function review(table, state, acts) {
  if (state.line || state.tables[state.last]?.status !== "over") return null;
  const { review: found } = state;
  if (!found)
    return h(
      "section",
      { class: "review card", key: "review" },
      h("h2", {}, t("review")),
      h("p", {}, t("review_text")),
      h(
        "button",
        { class: "main", title: `${t("review_it")} (V)`, onclick: acts.openReview },
        icon("graph"),
        t("review_it"),
      ),
    );
  return h(
    "section",
    { class: "review card", key: "review", "aria-busy": found.status === "running" ? "true" : undefined },
    h(
      "header",
      { class: "row" },
      h("h2", {}, t("review")),
      h(
        "button",
        { class: "plain", "aria-label": t("close_review"), title: t("close_review"), onclick: acts.closeReview },
        icon("close"),
      ),
    ),
    BODY[found.status](table, state, acts),
  );
}

const BODY = {
  running: (table, state) => [
    h("p", { role: "status" }, t("review_running")),
    h("progress", { max: 1, value: state.review.progress, "aria-label": t("review_running") }),
  ],
  failed: (table, state) => h("p", { class: "problem", role: "alert" }, state.review.problem),
  done: (table, state, acts) => {
    const skills = skillsOf(state.review);
    return [
      jumps(table, state, acts),
      losses(table, state, acts, skills),
      summary(table, state.review, skills),
      hindsights(table, state.review),
      puzzles(table, state.review),
    ];
  },
};

/** From mistake to mistake, and the turning points. */
function jumps(table, state, acts) {
  const { review: found } = state;
  const seqs = mistakes(found, found.whose);
  const seats = [["", t("everybody")], ...table.seats.map((seat, number) => [String(number), seat.name])];
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
        chosenOf(seats, String(found.whose ?? ""), (value) => acts.whose(value === "" ? null : Number(value))),
      ),
      h(
        "button",
        { disabled: !seqs.length, title: `${t("mistake_back")} (Shift+M)`, onclick: () => acts.mistake(-1) },
        icon("back"),
        t("mistake_back"),
      ),
      h(
        "button",
        { disabled: !seqs.length, title: `${t("mistake_forward")} (M)`, onclick: () => acts.mistake(1) },
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
    found.turning_points.length
      ? [
          h("h3", { key: "turning" }, t("turning_points")),
          h(
            "ol",
            { class: "turning-points" },
            [...found.turning_points].sort((one, two) => one - two).map((seq) => turning(table, state, acts, seq)),
          ),
        ]
      : null,
  );
}

function turning(table, state, acts, seq) {
  const move = state.review.bySeq.get(seq);
  return h(
    "li",
    { key: seq },
    h(
      "button",
      {
        class: `plain seat-${move.seat}`,
        "aria-current": state.at === seq ? "step" : undefined,
        onclick: () => acts.judgement(seq),
      },
      badge(move),
      h("span", {}, h("b", {}, table.seats[move.seat].name), ` ${told(table, move.played.move)}`),
      h("b", { class: "points-lost" }, `−${points(move.lost)}`),
    ),
  );
}

/** How each seat played, as a table. */
function summary(table, found, skills) {
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
        found.seats.map((seat) =>
          h(
            "tr",
            { key: seat.seat, class: `seat-${seat.seat}` },
            h("th", { scope: "row" }, table.seats[seat.seat].name),
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

/** What each seat could have reached with what it drafted, where that is known. */
function hindsights(table, found) {
  const known = found.seats.filter((seat) => seat.hindsight);
  if (!known.length) return null;
  return h(
    "section",
    { class: "hindsights", key: "hindsights" },
    h("h3", {}, t("hindsight")),
    h("p", { class: "faint" }, t("hindsight_text")),
    h(
      "div",
      { class: "hindsight-boards" },
      known.map(({ seat, hindsight }) =>
        h(
          "figure",
          { key: seat, class: `seat-${seat}` },
          h(
            "figcaption",
            {},
            h("b", {}, table.seats[seat].name),
            " ",
            t(hindsight.is_proven ? "hindsight_proven" : "hindsight_bound", {
              points: hindsight.best,
              bound: hindsight.bound,
            }),
          ),
          hindsight.territory
            ? territory({
                game: table.rules.game,
                seat: { territory: hindsight.territory },
                number: seat,
                label: t("hindsight_board", { name: table.seats[seat].name, points: hindsight.best }),
              })
            : null,
        ),
      ),
    ),
  );
}

function puzzles(table, found) {
  if (!found.puzzles?.length) return null;
  const name = ({ seat, seq }) => t("puzzle_from", { name: table.seats[seat]?.name ?? "", step: seq });
  return h(
    "section",
    { class: "from-here", key: "puzzles" },
    h("h3", {}, t("puzzles_from_here")),
    h(
      "ul",
      {},
      found.puzzles.map((puzzle) =>
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
