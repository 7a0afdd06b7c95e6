// The sheet on which one plans the next turn.

import { mine, moveList } from "../board/action_view.js";
import { offered } from "../board/offers.js";
import { h } from "../core/dom.js";
import { listed, t, word } from "../core/words.js";
import { domino, dominoText } from "../drawing/dominoes.js";
import { REACH } from "../drawing/grid.js";
import { icon } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";

const SAID = ["done", "asked", "taken", "by_hand", "undone"]; // how a plan ended, if there is something to say

/**
 * @typedef {object} Actions
 * @property {import("../board/board_actions.js").BoardActions} board
 * @property {(change: Partial<PlanDraft>) => void} change
 * @property {(domino: number) => void} wish
 * @property {() => unknown} again
 * @property {() => unknown} save
 * @property {() => unknown} withdraw
 */

/**
 * @typedef {object} Shown
 * @property {OwnPlan | null} own
 * @property {Tried | null} tried
 * @property {PlanDraft} draft
 * @property {Choices | null} choices
 * @property {BoardPick} pick
 * @property {string} problem
 * @property {boolean} isBusy
 */

/** @type {(state: TableState, shown: Shown, actions: Actions) => Child[]} */
export function planView(state, shown, actions) {
  const { own, draft, problem, isBusy } = shown;
  const table = state.tables[state.last];
  const isEmpty = !draft.moves.length && !draft.wishes.length && draft.choosing === "ask" && draft.placing === "ask";
  return [
    h("h2", { id: "dialog-title", tabindex: "-1", autofocus: true }, t("plan_turn")),
    h("p", { class: "faint", key: "about" }, t("plan_about")),
    own && waiting(own, isBusy, actions),
    placing(shown, actions),
    table ? taking(table, shown, actions) : null,
    h("p", { class: "problem", role: "alert", key: "problem" }, problem),
    h(
      "div",
      { class: "row", key: "row" },
      h("button", { class: "main", disabled: isBusy || isEmpty, onclick: actions.save }, icon("check"), t("plan_save")),
      h("button", { onclick: ({ currentTarget }) => currentTarget.closest("dialog").close() }, t("close")),
    ),
  ];
}

/**
 * The plan that waits, or what became of the one before.
 * @type {(own: OwnPlan, isBusy: boolean, actions: Actions) => Child}
 */
function waiting({ plan, ended }, isBusy, actions) {
  if (plan) {
    return h(
      "div",
      { class: "plan-waits", key: "waits", role: "status" },
      h("p", {}, icon("clock"), t("plan_waits")),
      h("button", { disabled: isBusy, onclick: actions.withdraw }, icon("undo"), t("plan_withdraw")),
    );
  }
  const isSaid = ended && SAID.includes(ended.why);
  return isSaid
    ? h("p", { key: "ended", role: "status" }, t(`plan_ended_${ended.why}`, { domino: ended.domino ?? "" }))
    : null;
}

/** @type {(shown: Shown, actions: Actions) => Child} */
function placing({ own, tried, draft, choices, pick, isBusy }, actions) {
  const table = tried?.table;
  if (!table || table.viewer === null) return h("p", { class: "faint", key: "place" }, t("plan_nothing_to_place"));
  const { board } = actions;
  const seat = table.seats[table.viewer];
  const state = choices && { choices, pick, canMove: !isBusy };
  const due = state && mine(table, state, board);
  return h(
    "section",
    { class: "plan-place board", key: "place", "aria-label": t("plan_place") },
    h("h3", {}, t("plan_place")),
    h(
      "div",
      { class: "plan-due" },
      due?.held,
      due ? h("p", {}, h("b", {}, due.title), h("span", { class: "faint" }, due.hint)) : h("p", {}, t("plan_placed")),
    ),
    territory({
      game: table.rules.game,
      seat,
      number: table.viewer,
      around: REACH,
      classes: "large",
      fresh: new Set(draft.moves.map((move) => (move.type === "place" ? move.domino : null))),
      label: t("own_board"),
      ...(state ? offered(table, state, board) : {}),
    }),
    h(
      "div",
      { class: "row" },
      due?.buttons,
      draft.moves.length
        ? h("button", { key: "again", onclick: actions.again }, icon("undo"), t("plan_elsewhere"))
        : null,
    ),
    state ? moveList(state, board) : null,
    rule(t("plan_else_place"), own, draft.placing, (left) => actions.change({ placing: left })),
    table.cave ? check("pass", t("plan_pass"), draft.passes, (passes) => actions.change({ passes })) : null,
  );
}

/** @type {(table: Table, shown: Shown, actions: Actions) => Child} */
function taking(table, { own, draft }, actions) {
  const { game } = table.rules;
  const acts = table.line.some((slot) => slot.seat === table.viewer);
  const free = acts ? table.next_line.filter((slot) => slot.seat === null) : []; // else the line is not there yet
  const wishes = draft.wishes.filter((number) => free.some((slot) => slot.domino === number));
  return h(
    "section",
    { class: "plan-take", key: "take", "aria-label": t("plan_take") },
    h("h3", {}, t("plan_take")),
    h("p", { class: "faint" }, t(free.length ? "plan_take_hint" : "plan_take_later")),
    h(
      "ul",
      { class: "plan-line" },
      free.map((slot) => {
        const place = wishes.indexOf(slot.domino) + 1;
        const label = place ? [t("plan_wish", { place }), dominoText(game, slot)] : [dominoText(game, slot)];
        return h(
          "li",
          { key: slot.domino },
          h(
            "button",
            {
              "aria-pressed": String(place > 0),
              "aria-label": listed(label),
              onclick: () => actions.wish(slot.domino),
            },
            h("span", { class: "number" }, slot.domino),
            domino(game, slot),
            place ? h("b", { class: "place" }, `${place}.`) : null,
          ),
        );
      }),
    ),
    rule(t("plan_else_take"), own, draft.choosing, (left) => actions.change({ choosing: left })),
    wishes.length ? check("stop", t("plan_stop"), draft.stops, (stops) => actions.change({ stops })) : null,
  );
}

/**
 * What to do if nothing of that is possible.
 * @type {(label: string, own: OwnPlan | null, chosen: Otherwise, choose: (rule: Otherwise) => void) => ElementNode}
 */
const rule = (label, own, chosen, choose) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h(
      "select",
      { value: chosen, onchange: (event) => choose(event.target.value) },
      (own?.may ?? ["ask"]).map((name) =>
        h("option", { key: name, value: name, selected: name === chosen }, ruleText(name)),
      ),
    ),
  );

/** @type {(name: Otherwise) => string} */
const ruleText = (name) =>
  name === "ask" || name === "points" ? t(`plan_rule_${name}`) : t("plan_rule_bot", { level: word("levels", name) });

/** @type {(name: string, text: string, isOn: boolean, choose: (isOn: boolean) => void) => ElementNode} */
const check = (name, text, isOn, choose) =>
  h(
    "label",
    { class: "plan-check", key: name },
    h("input", { type: "checkbox", name, checked: isOn, onchange: (event) => choose(event.target.checked) }),
    h("span", {}, text),
  );
