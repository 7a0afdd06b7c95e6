// How many points each seat has lost, by skill, over the game: a picture of each, and the same as a table.

import { h } from "../core/dom.js";
import { byRound, running } from "./judgements.js";
import { t } from "../core/words.js";
import { points } from "../ui/move_words.js";

const WIDTH = 600,
  HEIGHT = 110;

/** One picture for each seat, all to the same scale; pressing one goes to that moment. */
export function losses(table, state, acts, skills) {
  const { review, steps } = state;
  const sums = table.seats.map((_, seat) => running(review, seat));
  const total = (one) => skills.reduce((sum, skill) => sum + one.sums[skill], 0);
  const most = Math.max(5, ...sums.flatMap((seat) => (seat.length ? [total(seat.at(-1))] : [])));
  const scale = {
    x: (seq) => ((seq - 1) / Math.max(1, state.last - 1)) * WIDTH,
    y: (value) => HEIGHT - 2 - (value / most) * (HEIGHT - 10),
  };
  return h(
    "div",
    { class: "losses", key: "losses" },
    h(
      "ul",
      { class: "legend" },
      skills.map((skill) => h("li", { key: skill, class: `skill-${skill}` }, t(`skill_${skill}`))),
    ),
    table.seats.map((seat, number) => picture(seat, number, sums[number], skills, state, scale, acts)),
    h(
      "details",
      { class: "as-table", key: "as-table" },
      h("summary", {}, t("losses_as_table")),
      rows(table, byRound(review, steps, table.seats.length), skills),
    ),
  );
}

function picture(seat, number, sums, skills, state, { x, y }, acts) {
  const points_lost = sums.length
    ? skills.map((skill) => `${t(`skill_${skill}`)} ${points(sums.at(-1).sums[skill])}`).join(", ")
    : "";
  const press = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    acts.show(Math.round(1 + ((event.clientX - box.left) / box.width) * (state.last - 1)));
  };
  const turning = state.review.turning_points.filter((seq) => state.review.bySeq.get(seq)?.seat === number);
  const lost = sums.length ? skills.reduce((sum, skill) => sum + sums.at(-1).sums[skill], 0) : 0;
  return h(
    "figure",
    { key: number, class: `seat-${number}` },
    h(
      "figcaption",
      {},
      h("b", {}, seat.name),
      h("span", { class: "faint" }, t("lost_in_all", { points: points(lost) })),
    ),
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": t("lost_by_skill", { name: seat.name, skills: points_lost }),
        onclick: press,
      },
      skills.map((skill, index) =>
        h("path", {
          key: skill,
          class: `layer skill-${skill}`,
          d: layer(sums, skills.slice(0, index), skills.slice(0, index + 1), state.last, x, y),
        }),
      ),
      turning.map((seq) => h("line", { key: `t${seq}`, class: "turning", x1: x(seq), x2: x(seq), y1: 0, y2: HEIGHT })),
      h("line", { key: "now", class: "now", x1: x(state.at), x2: x(state.at), y1: 0, y2: HEIGHT }),
    ),
  );
}

/** What lies between the sums of fewer and of more skills, in steps. */
function layer(sums, below, above, last, x, y) {
  const sum = (one, skills) => skills.reduce((found, skill) => found + one.sums[skill], 0);
  const edge = (skills) => {
    let known = 0;
    const corners = sums.flatMap((one) => {
      const corner = [
        [x(one.seq), y(known)],
        [x(one.seq), y(sum(one, skills))],
      ];
      known = sum(one, skills);
      return corner;
    });
    return [[0, y(0)], ...corners, [x(last), y(known)]];
  };
  return `M${[...edge(above), ...edge(below).reverse()].map(([left, top]) => `${left.toFixed(1)} ${top.toFixed(1)}`).join("L")}Z`;
}

function rows(table, found, skills) {
  const cell = (value) => h("td", {}, value ? points(value) : "–");
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
          h("th", { scope: "col" }, t("round")),
          h("th", { scope: "col" }, t("player")),
          skills.map((skill) => h("th", { scope: "col" }, t(`skill_${skill}`))),
        ),
      ),
      h(
        "tbody",
        {},
        found.map((row) =>
          h(
            "tr",
            { key: `${row.round}-${row.seat}` },
            h("td", {}, row.round || t("setup")),
            h("th", { scope: "row" }, table.seats[row.seat].name),
            skills.map((skill) => cell(row.lost[skill])),
          ),
        ),
      ),
    ),
  );
}
