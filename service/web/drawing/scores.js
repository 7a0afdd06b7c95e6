// The score of a territory, item by item; pointing at an item lights up its squares.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";

/**
 * An item of a score as a line: a name, how it is counted, points, and the squares it is about.
 * @typedef {{ kind: SheetRow["kind"], name: string, sum: string, points: number, cells: Cell[], effect?: string }}
 *   ScoreItem
 */

/**
 * Tells more about an item when keys have come to it, and stops when they leave.
 * @typedef {{ speak: (item: ScoreItem, event: On<KeyboardEvent>) => unknown, fallSilent: () => unknown }} SpeakingItems
 */

/** @type {(game: GameName, score: Score) => ScoreItem[]} */
export function scoreItems(game, score) {
  return [
    ...score.regions
      .filter((item) => item.points)
      .map((item) => ({
        kind: /** @type {const} */ ("region"),
        name: word("boxes", game, "terrains", item.terrain),
        sum: `${item.squares} × ${item.marks}`,
        points: item.points,
        cells: item.cells,
      })),
    ...score.cavemen.map((item) => ({
      kind: /** @type {const} */ ("caveman"),
      name: word("cavemen", item.caveman),
      effect: t(`effect_${item.caveman}`),
      sum: item.count ? `${item.points / item.count} × ${item.count}` : "0",
      points: item.points,
      cells: [item.at, ...item.counted],
    })),
    ...score.hordes.map((item) => ({
      kind: /** @type {const} */ ("horde"),
      name: t("horde"),
      sum: `${item.warriors} × ${item.power}`,
      points: item.points,
      cells: item.cells,
    })),
    ...score.resources.map((item) => ({
      kind: /** @type {const} */ ("resource"),
      name: word("resources", item.resource),
      sum: `${item.cells.length} × 1`,
      points: item.points,
      cells: item.cells,
    })),
    ...score.totems.map(({ resource, points }) => plain("totem", word("totems", resource), points)),
    ...score.bonuses.map(({ variant, points }) => plain("bonus", word("variants", variant), points)),
  ];
}

/** @type {(kind: ScoreItem["kind"], name: string, points: number) => ScoreItem} */
const plain = (kind, name, points) => ({ kind, name, sum: "", points, cells: [] });

/**
 * The items of a score; pointing at one lights up its squares.
 * @param {GameName} game
 * @param {Score} score
 * @param {(cells: Cell[] | null) => void} light
 * @param {Props} props
 * @param {SpeakingItems | null} more
 */
export const scoreList = (game, score, light, props = {}, more = null) =>
  h(
    "ul",
    props,
    scoreItems(game, score).map((item, index) => {
      const on = () => light(item.cells);
      const off = () => light(null);
      const onblur = () => {
        off();
        more?.fallSilent();
      };
      const onkeyup = (/** @type {On<KeyboardEvent>} */ event) => more?.speak(item, event);
      return h(
        "li",
        { key: index },
        h(
          "button",
          { class: "plain item", onmouseenter: on, onmouseleave: off, onfocus: on, onblur, onkeyup, onclick: on },
          h("span", {}, item.name, item.effect ? h("small", {}, item.effect) : null),
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
 * @param {SpeakingItems | null} more
 */
export const breakdown = (game, { name, score }, number, light, more = null) =>
  h(
    "section",
    { class: "breakdown", key: `score${number}` },
    h("h2", {}, t("score_of", { name }), h("b", { class: "total" }, score.total)),
    scoreItems(game, score).length ? null : h("p", { class: "faint" }, t(`no_points_yet_${game}`)),
    scoreList(game, score, (cells) => light(cells && { seat: number, cells }), {}, more),
  );
