// A hint: its sentence and ladder in the bar above the board, its ranking beside, and what of it is drawn.

import { among } from "../core/cells.js";
import { h } from "../core/dom.js";
import { ladder } from "./ladder.js";
import { listed, t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { lead, points, told } from "../ui/move_words.js";

const DRAWN = 4; // moves shown on the table at once

/** What is shown of the hint now; null unless there is one for this very moment. */
export function shownHint(table, state) {
  const { hint, choices } = state;
  if (!hint || !state.canMove || state.line || hint.seq !== table.seq) return null;
  const rungs = ladder(table, choices, hint.moves);
  const at = Math.min(hint.rung, rungs.length - 1);
  const isExact = rungs[at]?.says === "exact";
  const isDone = hint.status === "done";
  return { ...hint, rungs, at, isDone, isExact, rung: isExact || isDone ? (rungs[at] ?? null) : null };
}

/** The sentence of a rung. */
export function rungText(table, rung, best) {
  const { game } = table.rules;
  const terrain = rung.terrain ? word("boxes", game, "terrains", rung.terrain) : "";
  const caveman = rung.caveman ? word("cavemen", rung.caveman) : "";
  const move = rung.says === "exact" ? told(table, best.move) : "";
  return t(`hint_says_${rung.says}`, {
    terrain,
    caveman,
    move,
    lead: best ? lead(best.lead) : "",
    dominoes: listed((rung.dominoes ?? []).map(String)),
  });
}

/** What is drawn of it: marked moves, a lit area, two dominoes or a caveman. */
export function hintMarks(hint) {
  const nothing = { marks: [], cells: [], dominoes: [], caveman: null };
  if (!hint?.rung) return nothing;
  const { rung } = hint;
  if (!hint.isExact)
    return { ...nothing, cells: rung.cells ?? [], dominoes: rung.dominoes ?? [], caveman: rung.caveman ? rung : null };
  const chosen = hint.moves[hint.chosen] ?? hint.moves[0];
  const drawn = [chosen];
  for (const one of hint.moves)
    if (drawn.length < DRAWN && drawn.every((other) => isApart(one.move, other.move))) drawn.push(one);
  return {
    ...nothing,
    caveman: chosen.move.type === "recruit" ? chosen.move : null,
    marks: drawn
      .map((one) => ({ move: one.move, kind: one === chosen ? "best" : "other", label: lead(one.lead) }))
      .reverse(),
  };
}

/** Moves that can be drawn beside each other. */
function isApart(one, other) {
  const covered = (move) => [move.a, move.b, move.at].filter(Boolean);
  return (
    one !== other &&
    one.type === other.type &&
    one.type !== "recruit" &&
    !covered(one).some((cell) => among(covered(other), cell))
  );
}

/** What a move is worth, where it is a button of its own. */
export function hintWorth(hint, move) {
  const found =
    hint?.isExact &&
    hint.moves.find(
      (one) => one.move.type === move.type && one.move.resource === move.resource && one.move.to === move.to,
    );
  return found ? h("b", { class: `worth-tag ${found === hint.moves[0] ? "best" : ""}` }, lead(found.lead)) : null;
}

export const hintButton = (state, acts) =>
  h(
    "button",
    {
      key: "hint",
      class: "ask-hint",
      title: `${t("hint")} (H)`,
      "aria-pressed": String(Boolean(state.hint)),
      onclick: acts.hint,
    },
    icon("hint"),
    t("hint"),
  );

/** The line below what is to be done: how far it has come, what it says, and the way on. */
export function hintBar(table, hint, acts) {
  if (!hint) return null;
  const close = h(
    "button",
    { class: "plain", "aria-label": t("close_hint"), title: t("close_hint"), onclick: acts.closeHint },
    icon("close"),
  );
  const said =
    hint.problem ??
    (hint.status === "failed"
      ? t("hint_failed")
      : hint.rung
        ? rungText(table, hint.rung, hint.moves[0])
        : t("hint_thinking"));
  return h(
    "div",
    { class: `hint-bar ${hint.problem ? "is-refused" : ""}`, key: "hint-bar" },
    h(
      "div",
      { class: "hint-line" },
      icon("hint"),
      h("p", { role: hint.problem ? "alert" : undefined }, said),
      hint.rung && !hint.isExact
        ? h(
            "button",
            { key: "deeper", class: "deeper", title: `${t("tell_me_more")} (H)`, onclick: acts.hint },
            t("tell_me_more"),
            h(
              "span",
              { class: "rungs", "aria-hidden": "true" },
              hint.rungs.map((_, index) => h("i", { class: index <= hint.at ? "on" : "" })),
            ),
          )
        : null,
      close,
    ),
    hint.isDone || hint.problem
      ? null
      : h("progress", { max: 1, value: hint.progress, "aria-label": t("hint_thinking") }),
  );
}

/** The moves in their order, with what to expect after each. */
export function hintList(table, hint, acts) {
  if (!hint?.isExact) return null;
  const chosen = hint.moves[hint.chosen] ?? hint.moves[0];
  return h(
    "section",
    { class: "hint-list card", key: "hint-list", "aria-busy": hint.isDone ? undefined : "true" },
    h("h2", {}, t("best_moves")),
    h(
      "ol",
      {},
      hint.moves.map((one, index) =>
        h(
          "li",
          { key: one.notation },
          h(
            "button",
            { class: "plain", "aria-pressed": String(one === chosen), onclick: () => acts.chooseHint(index) },
            h("span", { class: "place" }, `${index + 1}`),
            h("span", { class: "what" }, told(table, one.move), h("small", { class: "faint" }, one.notation)),
            h(
              "span",
              { class: "worth" },
              h("b", {}, lead(one.lead)),
              h("small", { class: "faint" }, `± ${points(one.error)}`),
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: () => acts.play(chosen.move) }, icon("check"), t("play_it")),
      h("p", { class: "faint" }, t("lead_text")),
    ),
    h(
      "label",
      { class: "faint" },
      h("input", {
        type: "checkbox",
        checked: acts.startsExact(),
        onchange: (event) => acts.startExact(event.target.checked),
      }),
      t("start_exact"),
    ),
  );
}
