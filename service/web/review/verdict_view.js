// What the review says about the step that is shown: its grade, the better move, and a button to try it.

import { h } from "../core/dom.js";
import { badge, graded } from "./badge_view.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { benefitText, benefitView } from "../ui/benefit_view.js";
import { lead, moveText } from "../ui/move_words.js";

/** @typedef {import("./review_actions.js").ReviewActions} ReviewActions */
/** @typedef {import("./variation_actions.js").VariationActions} VariationActions */
/** @typedef {import("../table/actions.js").TableActions} TableActions */

/** @param {JudgedMove} move */
const isBetter = (move) => move.best.notation !== move.played.notation && move.lost > 0;

/**
 * The same in words.
 * @param {Table} table
 * @param {JudgedMove} move
 */
export function verdictText(table, move) {
  const name = table.seats[move.seat].name;
  const why = move.benefit ? ` ${benefitText(table, move.benefit, move.seat, move.played.move)}` : "";
  const better = isBetter(move) ? ` ${t("better_was", { move: moveText(table, move.best.move) })}${why}` : "";
  return `${t("verdict", { name, skill: t(`skill_${move.skill}`), grade: graded(move) })}${better}`;
}

/**
 * Always there while a review is open, so that the board stays where it is.
 * @param {Table} table
 * @param {ShownState} state
 * @param {{ review: ReviewActions, variation: VariationActions, game: TableActions["game"] }} actions
 */
export function verdict(table, state, actions) {
  if (state.line || !state.review?.bySeq) return null;
  const move = state.review.bySeq.get(state.at);
  if (!move) {
    return h(
      "section",
      { class: "verdict card is-quiet", key: "verdict", "aria-label": t("review") },
      h("p", { class: "faint" }, t(state.at < state.last ? "no_verdict" : "review_begin")),
      jumps(actions),
    );
  }
  return h(
    "section",
    { class: "verdict card", key: "verdict", "aria-label": t("review") },
    h(
      "p",
      {},
      badge(move),
      h(
        "span",
        {},
        h("b", {}, `${table.seats[move.seat].name}: ${t(`skill_${move.skill}`)}`),
        " ",
        h(
          "span",
          { class: "faint swing" },
          isBetter(move)
            ? t("from_to", { before: lead(move.before), after: lead(move.after) })
            : t("worth_now", { lead: lead(move.after) }),
          move.proven ? ` · ${t("proven")}` : "",
        ),
        isBetter(move)
          ? h("span", { class: "better" }, t("better_was", { move: moveText(table, move.best.move) }))
          : null,
      ),
    ),
    move.benefit && isBetter(move)
      ? benefitView(table, move.benefit, move.seat, move.played.move, actions.game.light)
      : null,
    h(
      "div",
      { class: "row" },
      isBetter(move)
        ? h(
            "button",
            { key: "try", class: "main", onclick: () => actions.variation.start(move.seq - 1, move.best.move) },
            icon("fork"),
            t("try_it"),
          )
        : null,
      h("button", { key: "other", onclick: () => actions.variation.start(move.seq - 1) }, t("try_other")),
      jumps(actions),
    ),
  );
}

/** @param {{ review: ReviewActions }} actions */
const jumps = (actions) =>
  h(
    "span",
    { class: "jumps", key: "jumps" },
    h(
      "button",
      {
        class: "plain",
        "aria-label": t("mistake_back"),
        title: `${t("mistake_back")} (Shift+M)`,
        onclick: () => actions.review.toMistake(-1),
      },
      icon("back"),
      h("span", { "aria-hidden": "true" }, "?"),
    ),
    h(
      "button",
      {
        class: "plain",
        "aria-label": t("mistake_forward"),
        title: `${t("mistake_forward")} (M)`,
        onclick: () => actions.review.toMistake(1),
      },
      h("span", { "aria-hidden": "true" }, "?"),
      icon("forward"),
    ),
  );

/**
 * The marks on the table: the better move, and the move that was played.
 * @param {TableState} state
 */
export function verdictMarks(state) {
  const move = state.line ? null : state.review?.bySeq?.get(state.at);
  if (!move) return { marks: [], seat: null, before: null };
  const played = { move: move.played.move, kind: "played", label: lead(move.after) };
  const marks = isBetter(move) ? [played, { move: move.best.move, kind: "best", label: lead(move.before) }] : [];
  return { marks, seat: move.seat, before: state.tables[move.seq - 1] ?? null };
}

/**
 * The bar that is shown while a variation is tried.
 * @param {Table} table
 * @param {ShownState} state
 * @param {{ variation: VariationActions }} actions
 */
export function lineBar(table, state, actions) {
  if (!state.line) return null;
  const { at, own } = state.line;
  const totals = state.main?.steps.at(-1)?.totals ?? [];
  const ends = totals.map((total, seat) => `${table.seats[seat].name} ${total}`).join(" · ");
  return h(
    "section",
    { class: "verdict card line-bar", key: "line", "aria-label": t("side_line") },
    h(
      "p",
      {},
      icon("fork"),
      h(
        "span",
        {},
        h("b", {}, t("side_line_from", { at })),
        " ",
        h("span", { class: "faint" }, t("side_line_text", { ends })),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          key: "back",
          disabled: !own.length || state.isSending,
          title: `${t("take_back")} (U)`,
          onclick: actions.variation.back,
        },
        icon("undo"),
        t("take_back"),
      ),
      h(
        "button",
        { key: "close", class: "main", title: `${t("back_to_game")} (Esc)`, onclick: actions.variation.close },
        t("back_to_game"),
      ),
    ),
  );
}
