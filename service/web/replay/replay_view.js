// Stepping through the game: buttons, slider, speeds, the chronicle and the graph of the scores.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { badge } from "../review/verdict_view.js";

export const SPEEDS = [1, 2, 4];

export function controls(state, acts) {
  const button = (name, key, press, isOff) =>
    h(
      "button",
      { class: "plain", "aria-label": t(name), title: `${t(name)} (${key})`, disabled: isOff, onclick: press },
      icon(ICONS[name]),
    );
  const [first, last] = [state.at <= 1, state.at >= state.last];
  return h(
    "section",
    { class: "controls", key: "controls", "aria-label": t("replay") },
    button("to_first", "Home", () => acts.show(1), first),
    button("round_back", "Shift+↑", () => acts.step("round", -1), first),
    button("turn_back", "↑", () => acts.step("turn", -1), first),
    button("step_back", "←", () => acts.step("step", -1), first),
    h(
      "button",
      {
        class: "plain",
        "aria-label": t(state.speed ? "pause" : "autoplay"),
        title: `${t(state.speed ? "pause" : "autoplay")} (P)`,
        "aria-pressed": String(Boolean(state.speed)),
        onclick: acts.autoplay,
      },
      icon(state.speed ? "pause" : "play"),
    ),
    button("step_forward", "→", () => acts.step("step", 1), last),
    button("turn_forward", "↓", () => acts.step("turn", 1), last),
    button("round_forward", "Shift+↓", () => acts.step("round", 1), last),
    button("to_last", "End", acts.live, last),
    h(
      "label",
      { class: "slider" },
      h("span", { class: "unseen" }, t("step_of", { at: state.at, last: state.last })),
      h("input", {
        type: "range",
        min: 1,
        max: state.last,
        value: String(state.at),
        "aria-valuetext": t("step_of", { at: state.at, last: state.last }),
        oninput: (event) => acts.show(Number(event.target.value)),
      }),
    ),
    h("output", { class: "faint" }, `${state.at} / ${state.last}`),
    h(
      "select",
      {
        "aria-label": t("speed"),
        value: String(state.chosenSpeed),
        onchange: (event) => acts.speed(Number(event.target.value)),
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

/** The game told; the sentence of the step that is shown is lit, and pressing one goes there. */
export function chronicle(state, acts) {
  return h(
    "section",
    { class: "chronicle card", key: "chronicle" },
    h("h2", {}, t("chronicle")),
    h(
      "ol",
      { tabindex: 0, "aria-label": t("chronicle") },
      state.steps.map((step) => {
        const judged = state.line ? undefined : state.review?.bySeq?.get(step.seq);
        return step.seq === state.at ? sentence(step, acts, true, judged) : quiet(step, acts, judged);
      }),
    ),
  );
}

const sentence = (step, acts, isNow, judged) =>
  h(
    "li",
    { key: step.seq, class: isNow ? "now" : "", "aria-current": isNow ? "step" : undefined },
    h(
      "button",
      { class: `plain ${step.seat === null ? "" : `seat-${step.seat}`}`, onclick: () => acts.show(step.seq) },
      step.text,
      judged ? badge(judged) : null,
    ),
  );

const told = new WeakMap();

/** The sentence of a step that is not shown now: described once, for there are hundreds of them. */
function quiet(step, acts, judged) {
  const known = told.get(step);
  if (known?.acts !== acts || known.judged !== judged)
    told.set(step, { acts, judged, node: sentence(step, acts, false, judged) });
  return told.get(step).node;
}

const WIDTH = 600,
  HEIGHT = 120;

/** The running scores of all seats over the game. */
export function graph(table, state, acts) {
  const steps = state.steps;
  if (steps.length < 2) return null;
  const most = Math.max(10, ...steps.flatMap((step) => step.totals));
  const x = (seq) => ((seq - 1) / Math.max(1, state.last - 1)) * WIDTH;
  const y = (points) => HEIGHT - (points / most) * (HEIGHT - 8) - 2;
  const path = (seat) =>
    steps
      .filter((step) => step.totals.length)
      .map((step, index) => `${index ? "L" : "M"}${x(step.seq).toFixed(1)} ${y(step.totals[seat]).toFixed(1)}`)
      .join("");
  const rounds = steps.filter((step, index) => index && step.round !== steps[index - 1].round);
  const press = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    acts.show(Math.round(1 + ((event.clientX - box.left) / box.width) * (state.last - 1)));
  };
  const label = table.seats.map((seat, number) => `${seat.name} ${steps.at(-1).totals[number] ?? 0}`).join(", ");
  return h(
    "section",
    { class: "graph card", key: "graph" },
    h("h2", {}, t("score_graph")),
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": label,
        onclick: press,
      },
      rounds.map((step) =>
        h("line", { key: step.seq, class: "round", x1: x(step.seq), x2: x(step.seq), y1: 0, y2: HEIGHT }),
      ),
      table.seats.map((_, seat) => h("path", { key: `p${seat}`, class: `curve seat-${seat}`, d: path(seat) })),
      h("line", { key: "now", class: "now", x1: x(state.at), x2: x(state.at), y1: 0, y2: HEIGHT }),
    ),
  );
}
