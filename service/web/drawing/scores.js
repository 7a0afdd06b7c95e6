// What a territory is worth, item by item; pointing at one lights up its squares.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";

/** The items of a score as lines: a name, how it is counted, points, and the squares it is about. */
export function items(game, score) {
  return [
    ...score.regions
      .filter((item) => item.points)
      .map((item) => ({
        name: word("boxes", game, "terrains", item.terrain),
        sum: `${item.squares} × ${item.marks}`,
        points: item.points,
        cells: item.cells,
      })),
    ...score.cavemen.map((item) => ({
      name: word("cavemen", item.caveman),
      sum: item.count ? `${item.points / item.count} × ${item.count}` : "0",
      points: item.points,
      cells: [item.at, ...item.counted],
    })),
    ...score.hordes.map((item) => ({
      name: t("horde"),
      sum: `${item.warriors} × ${item.power}`,
      points: item.points,
      cells: item.cells,
    })),
    ...score.resources.map((item) => ({
      name: word("resources", item.resource),
      sum: `${item.cells.length} × 1`,
      points: item.points,
      cells: item.cells,
    })),
    ...score.totems.map((item) => ({ name: word("totems", item.resource), sum: "", points: item.points, cells: [] })),
    ...score.bonuses.map((item) => ({ name: word("variants", item.variant), sum: "", points: item.points, cells: [] })),
  ];
}

export function breakdown(game, seat, number, light) {
  const lines = items(game, seat.score);
  const idle = lines.length ? null : h("p", { class: "faint" }, t("no_points_yet"));
  return h(
    "section",
    { class: "breakdown", key: `score${number}` },
    h("h2", {}, t("score_of", { name: seat.name }), h("b", { class: "total" }, seat.score.total)),
    idle,
    h(
      "ul",
      {},
      lines.map((item, index) => {
        const on = () => light({ seat: number, cells: item.cells });
        const off = () => light(null);
        return h(
          "li",
          { key: index },
          h(
            "button",
            { class: "plain item", onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off, onclick: on },
            h("span", {}, item.name),
            h("span", { class: "faint" }, item.sum),
            h("b", {}, item.points),
          ),
        );
      }),
    ),
  );
}
