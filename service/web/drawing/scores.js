// The score of a territory, item by item; pointing at an item lights up its squares.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";

/**
 * The items of a score as lines: a name, how it is counted, points, and the squares it is about.
 * @param {GameName} game
 * @param {Score} score
 */
function items(game, score) {
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

/**
 * The items of a score; pointing at one lights up its squares.
 * @param {GameName} game
 * @param {Score} score
 * @param {(cells: Cell[] | null) => void} light
 * @param {Props} props
 */
export const scoreList = (game, score, light, props = {}) =>
  h(
    "ul",
    props,
    items(game, score).map((item, index) => {
      const on = () => light(item.cells);
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
  );

/**
 * What a seat's territory is worth.
 * @param {GameName} game
 * @param {{ name: string, score: Score }} seat
 * @param {number} number
 * @param {(lit: { seat: number, cells: Cell[] } | null) => void} light
 */
export const breakdown = (game, { name, score }, number, light) =>
  h(
    "section",
    { class: "breakdown", key: `score${number}` },
    h("h2", {}, t("score_of", { name }), h("b", { class: "total" }, score.total)),
    items(game, score).length ? null : h("p", { class: "faint" }, t("no_points_yet")),
    scoreList(game, score, (cells) => light(cells && { seat: number, cells })),
  );
