// A new game: everything has a default, so that one press starts it.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { defaults, isOpen, requestOf, withCompany } from "../lobby/new_game.js";
import { newGameView } from "../lobby/new_game_view.js";
import { becomePlayer } from "../lobby/own_name.js";
import { openTable } from "../lobby/seating.js";

/**
 * @param {object} _
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(_, redraw) {
  const choice = { ...defaults(), ...withCompany(new URLSearchParams(location.search).get("with")) };
  let problem = "";
  let isOpening = false;

  /** @param {Partial<typeof choice>} changes */
  const set = (changes) => {
    Object.assign(choice, changes);
    problem = "";
    redraw();
  };

  /** @param {Event} event */
  async function begin(event) {
    event.preventDefault();
    if (isOpening) return;
    isOpening = true;
    redraw();
    try {
      if (isOpen(choice)) await becomePlayer();
      await openTable(requestOf(choice));
    } catch (error) {
      problem = asProblem(error).message;
    }
    isOpening = false;
    redraw();
  }

  const draw = () => [
    h("form", { key: "new", class: "page new", onsubmit: begin }, newGameView(choice, set, problem, isOpening)),
  ];

  return { title: () => t("new_game"), draw };
}
