// The dominoes that nobody has seen yet, for those who count: by terrain, and each by its pair of terrains.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { domino, dominoText } from "../drawing/dominoes.js";
import { ground, piece } from "../drawing/pieces.js";

/** @type {(game: GameName, left: Unseen) => Child[]} */
export function unseenView(game, left) {
  const count = left.pairs.reduce((sum, { dominoes }) => sum + dominoes.length, 0);
  const name = (/** @type {string} */ terrain) => word("boxes", game, "terrains", terrain);
  return [
    h("p", {}, count ? t("unseen_text", { count, come: left.to_come }) : t("unseen_none")),
    h(
      "ul",
      { class: "unseen-terrains" },
      left.terrains.map((entry) => terrainLeft(game, entry, name(entry.terrain))),
    ),
    h(
      "ul",
      { class: "unseen-pairs" },
      left.pairs.map(({ terrains, dominoes }) =>
        h(
          "li",
          {},
          h("span", { class: "pair" }, terrains.map(name).join(" / "), h("b", {}, `×${dominoes.length}`)),
          h(
            "ul",
            { class: "unseen-dominoes" },
            dominoes.map((tile) =>
              h("li", { title: dominoText(game, tile) }, domino(game, tile), h("span", {}, tile.domino)),
            ),
          ),
        ),
      ),
    ),
  ];
}

/**
 * How many squares of a terrain are left, and the fires, crowns or craters on them.
 * @type {(game: GameName, entry: Unseen["terrains"][number], name: string) => ElementNode}
 */
const terrainLeft = (game, { terrain, squares, marks, craters }, name) =>
  h(
    "li",
    {},
    piece(ground(game, { terrain, craters: craters ? 1 : 0 }, 0, 0)),
    h("span", {}, name),
    h("b", {}, squares),
    marks ? [piece(game === "origins" ? "fire-printed" : "crown"), h("b", {}, marks)] : null,
    craters ? h("span", { class: "faint" }, t("unseen_craters", { count: craters })) : null,
  );
