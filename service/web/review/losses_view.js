// How many points each seat has lost, by skill, over the game: a picture for each, and the same as a table.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { points } from "../ui/move_words.js";
import { markAt, markedName } from "../ui/person_name.js";
import { path, pressedAt, scale } from "../ui/scale.js";
import { lossesByRound, runningLosses } from "./judgements.js";

/** @typedef {TableState & { review: DoneReview }} ReviewedState */
/** @typedef {{ replay: { show: (seq: number) => unknown } }} Actions */
/** @typedef {ReturnType<typeof runningLosses>[number]} Losses what a seat has lost up to an event, by skill */
/** @typedef {{ x: (seq: number) => number, y: (points: number) => number }} Scales */

const WIDTH = 600;
const HEIGHT = 110;

/** @type {(lost: Losses | undefined, skills: Skill[]) => number} */
const total = (lost, skills) => (lost ? skills.reduce((sum, skill) => sum + lost.sums[skill], 0) : 0);

/**
 * One picture for each seat, all to the same scale; pressing one goes to that moment.
 * @param {Table} table
 * @param {ReviewedState} state
 * @param {Actions} actions
 * @param {Skill[]} skills
 */
export function losses(table, state, actions, skills) {
  const { review, steps, last } = state;
  const bySeat = table.seats.map((_, seat) => runningLosses(review, seat));
  const most = Math.max(5, ...bySeat.map((seat) => total(seat.at(-1), skills)));
  const scales = { x: scale(1, Math.max(2, last), 0, WIDTH), y: scale(0, most, HEIGHT - 2, 8) };
  return h(
    "div",
    { class: "losses", key: "losses" },
    h(
      "ul",
      { class: "legend" },
      skills.map((skill) => h("li", { key: skill, class: `skill-${skill}` }, t(`skill_${skill}`))),
    ),
    table.seats.map((_, number) => picture(table, number, bySeat[number], skills, state, scales, actions)),
    h(
      "details",
      { class: "as-table", key: "as-table" },
      h("summary", {}, t("losses_as_table")),
      rows(table, state.players, lossesByRound(review, steps, table.seats.length), skills),
    ),
  );
}

/**
 * @param {Table} table
 * @param {number} seat
 * @param {Losses[]} lost
 * @param {Skill[]} skills
 * @param {ReviewedState} state
 * @param {Scales} scales
 * @param {Actions} actions
 */
function picture(table, seat, lost, skills, { review, players, last, at }, { x, y }, actions) {
  const { name } = table.seats[seat];
  const end = lost.at(-1);
  const bySkill = end ? skills.map((skill) => `${t(`skill_${skill}`)} ${points(end.sums[skill])}`).join(", ") : "";
  const turning = review.turning_points.filter((seq) => review.bySeq.get(seq)?.seat === seat);
  return h(
    "figure",
    { key: seat, class: `seat-${seat}` },
    h(
      "figcaption",
      {},
      markedName(table, players, seat),
      h("span", { class: "faint" }, t("lost_in_all", { points: points(total(end, skills)) })),
    ),
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("lost_by_skill", { name, skills: bySkill }),
        onclick: (event) => actions.replay.show(pressedAt(event, 1, last)),
      },
      skills.map((skill, index) => {
        const [below, above] = [skills.slice(0, index), skills.slice(0, index + 1)];
        const outline = [...edge(lost, above, last, { x, y }), ...edge(lost, below, last, { x, y }).reverse()];
        return h("path", { key: skill, class: `layer skill-${skill}`, d: path(outline, true) });
      }),
      turning.map((seq) => h("line", { key: `t${seq}`, class: "turning", x1: x(seq), x2: x(seq), y1: 0, y2: HEIGHT })),
      h("line", { key: "now", class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }),
    ),
  );
}

/**
 * The upper edge of what was lost in these skills, in steps.
 * @type {(lost: Losses[], skills: Skill[], last: number, scales: Scales) => [number, number][]}
 */
function edge(lost, skills, last, { x, y }) {
  /** @type {[number, number][]} */
  const corners = [[0, y(0)]];
  let before = 0;
  for (const entry of lost) {
    const now = total(entry, skills);
    corners.push([x(entry.seq), y(before)], [x(entry.seq), y(now)]);
    before = now;
  }
  return [...corners, [x(last), y(before)]];
}

/**
 * @param {Table} table
 * @param {SeatedPlayer[]} players
 * @param {ReturnType<typeof lossesByRound>} lost
 * @param {Skill[]} skills
 */
function rows(table, players, lost, skills) {
  const head = [t("round"), t("player"), ...skills.map((skill) => t(`skill_${skill}`))];
  const cell = (/** @type {number} */ value) => h("td", {}, value ? points(value) : "–");
  const row = (/** @type {typeof lost[number]} */ entry) =>
    h(
      "tr",
      { key: `${entry.round}-${entry.seat}` },
      h("td", {}, entry.round || t("setup")),
      h("th", { scope: "row" }, table.seats[entry.seat].name, markAt(table, players, entry.seat)),
      skills.map((skill) => cell(entry.lost[skill])),
    );
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "group", "aria-label": t("losses_as_table") },
    h(
      "table",
      {},
      h("caption", { class: "unseen" }, t("losses_as_table")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          head.map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h("tbody", {}, lost.map(row)),
    ),
  );
}
