// The best players of a game and mode: those with enough rated games against enough opponents.

import { asProblem, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { stale } from "../lobby/game_list.js";
import { leaderTable, poolOf } from "../people/leaders_view.js";
import { KINDS, shortTitle } from "../ui/game_kinds.js";

/**
 * @param {{ pool: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  /** @type {RatedPlayer[] | null} */
  let places = null;
  /** @type {Error | null} */
  let problem = null;

  async function load() {
    try {
      places = await get(`/api/leaderboards/${encodeURIComponent(at.pool)}`);
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
  }

  const draw = () => [
    h(
      "div",
      { key: "leaders", class: "page" },
      h("div", { class: "page-head" }, h("h1", {}, t("leaders"))),
      h(
        "nav",
        { class: "row", "aria-label": t("leaders") },
        Object.values(KINDS).map((kind) =>
          h(
            "a",
            {
              class: "button",
              href: `/leaders/${poolOf(kind)}`,
              "aria-current": poolOf(kind) === at.pool ? "page" : undefined,
            },
            shortTitle(kind),
          ),
        ),
      ),
      stale(problem),
      leaderTable(places, session.me?.player ?? null),
    ),
  ];

  load();
  return { title: () => t("leaders"), draw };
}
