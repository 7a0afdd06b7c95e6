// The start of today's puzzle, in a frame of another site; it is solved on ours.

import { asProblem, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { title } from "../ui/game_kinds.js";
import { domino, dominoText } from "../drawing/dominoes.js";
import { territory } from "../drawing/territory.js";
import { t } from "../core/words.js";

/**
 * @param {object} _
 * @param {Redraw} redraw
 */
export function start(_, redraw) {
  /** @type {Puzzle | null} */
  let puzzle = null;
  let problem = "";

  async function load() {
    try {
      puzzle = await get("/api/puzzles/daily");
    } catch (error) {
      problem = asProblem(error).message;
    }
    redraw();
  }

  function draw() {
    if (problem) return { body: [h("p", { key: "problem", role: "alert" }, problem)], address: "/puzzles" };
    if (!puzzle) {
      return {
        body: [h("p", { key: "busy", class: "faint", "aria-busy": "true" }, t("looking"))],
        address: "/puzzles",
      };
    }
    const { game } = puzzle.rules;
    return {
      address: `/puzzles/${puzzle.id}`,
      label: t("embed_solve"),
      body: [
        h("h1", { key: "title" }, `${t("embed_daily")} · ${title(puzzle.rules)}`),
        h(
          "div",
          { class: "lands daily", key: "lands" },
          territory({ game, seat: { territory: puzzle.territory }, number: 0, label: t("embed_daily") }),
          h(
            "ol",
            { class: "tiles" },
            puzzle.tiles.map((tile) =>
              h("li", { key: tile.domino }, domino(game, tile), h("span", { class: "unseen" }, dominoText(game, tile))),
            ),
          ),
        ),
      ],
    };
  }

  load();
  return { draw };
}
