// A hint: its sentence and ladder in the bar above the board, the ranking of moves, and the marks on the table.

import { among } from "../core/cells.js";
import { h } from "../core/dom.js";
import { startsExact } from "../core/preferences.js";
import { ladder } from "./ladder.js";
import { listed, t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { benefitText, benefitView } from "../ui/benefit_view.js";
import { lead, points, moveText } from "../ui/move_words.js";

/** @typedef {import("../board/board_actions.js").BoardActions} BoardActions */
/** @typedef {import("./hint_actions.js").HintActions} HintActions */
/** @typedef {import("../table/actions.js").TableActions} TableActions */
/** @typedef {import("./ladder.js").Rung} Rung */
/** @typedef {NonNullable<ReturnType<typeof shownHint>>} ShownHint */

/**
 * @typedef {object} Drawn
 * @property {import("../drawing/marks.js").Mark[]} marks
 * @property {Cell[]} cells
 * @property {number[]} dominoes
 * @property {{ caveman?: string, source?: Source } | null} caveman
 */

const DRAWN = 4; // moves shown on the table at once
/** @type {Drawn} */
const NOTHING = { marks: [], cells: [], dominoes: [], caveman: null };

/**
 * What is shown of the hint now; null unless it is for the position that is shown.
 * @param {Table} table
 * @param {ShownState} state
 */
export function shownHint(table, state) {
  const { hint, choices } = state;
  if (!hint || !choices || !state.canMove || state.line || hint.seq !== table.seq) return null;
  const rungs = ladder(table, choices, hint.moves);
  const at = Math.min(hint.rung, rungs.length - 1);
  const isExact = rungs[at]?.says === "exact";
  const isDone = hint.status === "done";
  return { ...hint, rungs, at, isDone, isExact, rung: isExact || isDone ? (rungs[at] ?? null) : null };
}

/**
 * The sentence of a rung.
 * @param {Table} table
 * @param {Rung} rung
 * @param {SuggestedMove | undefined} best
 */
export function rungText(table, rung, best) {
  const { game } = table.rules;
  const terrain = rung.terrain ? word("boxes", game, "terrains", rung.terrain) : "";
  const caveman = rung.caveman ? word("cavemen", rung.caveman) : "";
  const move = rung.says === "exact" && best ? moveText(table, best.move) : "";
  return t(`hint_says_${rung.says}`, {
    terrain,
    caveman,
    move,
    lead: best ? lead(best.lead) : "",
    dominoes: listed((rung.dominoes ?? []).map(String)),
  });
}

/**
 * What the best move brings, in words; empty if that is not known.
 * @param {Table} table
 * @param {HintState} hint
 */
export function whyText(table, { benefit, than, moves }) {
  return benefit && table.seat !== null ? benefitText(table, benefit, table.seat, moves[than].move) : "";
}

/**
 * What is drawn of it: marked moves, a lit area, two dominoes or a caveman.
 * @param {ShownHint} hint
 * @returns {Drawn}
 */
export function hintMarks({ rung, moves, chosen: place, isExact }) {
  if (!rung) return NOTHING;
  if (!isExact) {
    return { marks: [], cells: rung.cells ?? [], dominoes: rung.dominoes ?? [], caveman: rung.caveman ? rung : null };
  }
  const chosen = moves[place] ?? moves[0];
  const drawn = [chosen];
  for (const next of moves) {
    if (drawn.length < DRAWN && drawn.every((other) => isApart(next.move, other.move))) drawn.push(next);
  }
  const marks = drawn.map((next) => ({
    move: next.move,
    kind: next === chosen ? "best" : "further",
    label: lead(next.lead),
  }));
  return { ...NOTHING, marks: marks.reverse(), caveman: chosen.move.type === "recruit" ? chosen.move : null };
}

/**
 * Whether two moves can be drawn beside each other.
 * @type {(first: Move, second: Move) => boolean}
 */
const isApart = (first, second) =>
  first !== second &&
  first.type === second.type &&
  first.type !== "recruit" &&
  !covered(first).some((cell) => among(covered(second), cell));

/** @type {(move: Move) => Cell[]} */
function covered(move) {
  if (move.type === "place") return [move.a, move.b];
  return move.type === "fire" ? [move.at] : [];
}

/**
 * The value of giving a totem, as a tag for its button.
 * @param {ShownHint | null} hint
 * @param {GiveTotem} totem
 */
export function hintWorth(hint, totem) {
  const isIt = (/** @type {Move} */ move) =>
    move.type === "give_totem" && move.resource === totem.resource && move.to === totem.to;
  const rank = hint?.isExact ? hint.moves.findIndex(({ move }) => isIt(move)) : -1;
  if (!hint || rank < 0) return null;
  return h("b", { class: `worth-tag ${rank ? "" : "best"}` }, lead(hint.moves[rank].lead));
}

/**
 * The line below what is due: progress, the sentence of the rung, and a button for the next rung.
 * @param {Table} table
 * @param {ShownHint | null} hint
 * @param {HintActions} hints
 */
export function hintBar(table, hint, hints) {
  if (!hint) return null;
  const close = h(
    "button",
    { class: "plain", "aria-label": t("close_hint"), title: t("close_hint"), onclick: hints.close },
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
            { key: "deeper", class: "deeper", title: `${t("tell_me_more")} (H)`, onclick: hints.ask },
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

/**
 * The moves in their order, with what to expect after each.
 * @param {Table} table
 * @param {ShownHint | null} hint
 * @param {{ board: BoardActions, hints: HintActions, game: TableActions["game"] }} actions
 */
export function hintList(table, hint, actions) {
  if (!hint?.isExact) return null;
  const chosen = hint.moves[hint.chosen] ?? hint.moves[0];
  return h(
    "section",
    { class: "hint-list card", key: "hint-list", "aria-busy": hint.isDone ? undefined : "true" },
    h("h2", {}, t("best_moves")),
    hint.benefit && table.seat !== null
      ? benefitView(table, hint.benefit, table.seat, hint.moves[hint.than].move, actions.game.light)
      : null,
    h(
      "ol",
      {},
      hint.moves.map((entry, index) =>
        h(
          "li",
          { key: entry.notation },
          h(
            "button",
            { class: "plain", "aria-pressed": String(entry === chosen), onclick: () => actions.hints.choose(index) },
            h("span", { class: "place" }, `${index + 1}`),
            h(
              "span",
              { class: "what" },
              moveText(table, entry.move),
              h("small", { class: "faint" }, entry.notation, index && entry.equal ? ` · ${t("as_good")}` : ""),
            ),
            h(
              "span",
              { class: "worth" },
              h("b", {}, lead(entry.lead)),
              h("small", { class: "faint" }, entry.proven ? t("proven") : `± ${points(entry.error)}`),
            ),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main", onclick: () => actions.board.play(chosen.move) }, icon("check"), t("play_it")),
      h("p", { class: "faint" }, t("lead_text")),
    ),
    h(
      "label",
      { class: "faint" },
      h("input", {
        type: "checkbox",
        checked: startsExact(),
        onchange: (event) => actions.hints.startExact(event.target.checked),
      }),
      t("start_exact"),
    ),
  );
}
