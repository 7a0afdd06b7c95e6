// Stepping through the game: buttons, slider, speeds, and the chronicle.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { isByPlan } from "../plans/made.js";
import { badge } from "../review/badge_view.js";
import { counted, eventOf, takenBack } from "./stepping.js";

/** @typedef {{ replay: import("./replay_actions.js").ReplayActions }} Actions */
/** @typedef {{ judged: JudgedMove | undefined, isPlanned: boolean }} Mark what is said of a step beside its sentence */

const SPEEDS = [1, 2, 4];

/**
 * While a game is played they are behind a handle.
 * @param {ShownState} state
 * @param {Actions} actions
 * @param {Child} [handle]
 */
export function controls(state, actions, handle) {
  /**
   * @param {keyof typeof ICONS} name
   * @param {string} key
   * @param {() => unknown} press
   * @param {boolean} isOff
   */
  const button = (name, key, press, isOff) =>
    h(
      "button",
      { class: `plain ${name}`, "aria-label": t(name), title: `${t(name)} (${key})`, disabled: isOff, onclick: press },
      icon(ICONS[name]),
    );
  const [first, last] = [state.at <= 1, state.at >= state.last];
  const step = counted(state); // without what was taken back
  return h(
    "section",
    {
      class: `controls ${handle && !state.isHistoryOpen ? "is-closed" : ""}`,
      key: "controls",
      "aria-label": t("replay"),
    },
    handle,
    button("to_first", "Home", () => actions.replay.show(1), first),
    button("round_back", "Shift+↑", () => actions.replay.step("round", -1), first),
    button("turn_back", "↑", () => actions.replay.step("turn", -1), first),
    button("step_back", "←", () => actions.replay.step("step", -1), first),
    h(
      "button",
      {
        class: "plain autoplay",
        "aria-label": t(state.speed ? "pause" : "autoplay"),
        title: `${t(state.speed ? "pause" : "autoplay")} (P)`,
        "aria-pressed": String(Boolean(state.speed)),
        onclick: actions.replay.autoplay,
      },
      icon(state.speed ? "pause" : "play"),
    ),
    button("step_forward", "→", () => actions.replay.step("step", 1), last),
    button("turn_forward", "↓", () => actions.replay.step("turn", 1), last),
    button("round_forward", "Shift+↓", () => actions.replay.step("round", 1), last),
    button("to_last", "End", actions.replay.live, last),
    h(
      "label",
      { class: "slider" },
      h("span", { class: "unseen" }, t("step_of", step)),
      h("input", {
        type: "range",
        min: 1,
        max: step.last,
        value: String(step.at),
        "aria-valuetext": t("step_of", step),
        oninput: (event) => actions.replay.show(eventOf(state.steps, Number(event.target.value))),
      }),
    ),
    h("output", { class: "faint" }, `${step.at} / ${step.last}`),
    h(
      "select",
      {
        "aria-label": t("speed"),
        value: String(state.chosenSpeed),
        onchange: (event) => actions.replay.speed(Number(event.target.value)),
      },
      SPEEDS.map((speed) => h("option", { value: String(speed) }, `${speed}×`)),
    ),
  );
}

const ICONS = {
  to_first: "first",
  round_back: "round-back",
  turn_back: "turn-back",
  step_back: "back",
  step_forward: "forward",
  turn_forward: "turn-forward",
  round_forward: "round-forward",
  to_last: "last",
};

/**
 * The game in sentences; that of the step shown is lit, and pressing a sentence goes there. What was taken back is
 * folded away under a mark that opens it.
 * @param {ShownState} state
 * @param {Actions} actions
 */
export function chronicle(state, actions) {
  const gone = takenBack(state.steps);
  const draw = (/** @type {Step} */ step) => {
    const judged = state.line ? undefined : state.review?.bySeq?.get(step.seq);
    const mark = { judged, isPlanned: !state.line && isByPlan(state.game, step.seq) };
    return step.seq === state.at ? sentence(step, actions, true, mark) : quiet(step, actions, mark);
  };
  return h(
    "section",
    { class: "chronicle card", key: "chronicle" },
    h("h2", {}, t("chronicle")),
    h(
      "ol",
      { tabindex: 0, "aria-label": t("chronicle") },
      together(state.steps, gone).map((steps) => (gone.has(steps[0].seq) ? folded(steps, draw) : steps.map(draw))),
    ),
  );
}

/**
 * The steps in pieces: those that were taken back one after another, and those between them.
 * @type {(steps: Step[], gone: Set<number>) => Step[][]}
 */
function together(steps, gone) {
  /** @type {Step[][]} */
  const pieces = [];
  for (const step of steps) {
    const last = pieces.at(-1);
    if (last && gone.has(last[0].seq) === gone.has(step.seq)) last.push(step);
    else pieces.push([step]);
  }
  return pieces;
}

/**
 * @param {Step[]} steps
 * @param {(step: Step) => ElementNode} draw
 */
const folded = (steps, draw) =>
  h(
    "li",
    { key: `back${steps[0].seq}`, class: "taken-back" },
    h(
      "details",
      {},
      h("summary", { class: "faint" }, icon("undo"), " ", t("taken_back", { count: steps.length - 1 })),
      h("ol", {}, steps.map(draw)),
    ),
  );

/**
 * @param {Step} step
 * @param {Actions} actions
 * @param {boolean} isNow
 * @param {Mark} mark
 */
const sentence = (step, actions, isNow, { judged, isPlanned }) =>
  h(
    "li",
    { key: step.seq, class: isNow ? "now" : "", "aria-current": isNow ? "step" : undefined },
    h(
      "button",
      { class: `plain ${step.seat === null ? "" : `seat-${step.seat}`}`, onclick: () => actions.replay.show(step.seq) },
      step.text,
      isPlanned ? planned() : null,
      judged ? badge(judged) : null,
    ),
  );

const planned = () =>
  h("span", { class: "by-plan", title: t("by_plan") }, icon("forward"), h("span", { class: "unseen" }, t("by_plan")));

/** @type {WeakMap<Step, { actions: Actions, mark: Mark, node: ElementNode }>} */
const sentences = new WeakMap();

/** @type {(one: Mark, other: Mark) => boolean} */
const isSame = (one, other) => one.judged === other.judged && one.isPlanned === other.isPlanned;

/**
 * The sentence of a step that is not shown now: described once, since there are hundreds of them.
 * @param {Step} step
 * @param {Actions} actions
 * @param {Mark} mark
 */
function quiet(step, actions, mark) {
  const last = sentences.get(step);
  if (last?.actions === actions && isSame(last.mark, mark)) return last.node;
  const node = sentence(step, actions, false, mark);
  sentences.set(step, { actions, mark, node });
  return node;
}
