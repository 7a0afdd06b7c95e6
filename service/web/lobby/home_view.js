// The front page of those who return: whose turn it is, today's puzzle, what goes on, another game, and others' games.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { gameList } from "./game_list.js";
import { turnCard } from "./turn_card_view.js";
import { watchable } from "./game_lines.js";

const MOST_CARDS = 6;
const FEW = 5;

/**
 * What the page knows so far; null or left out is what has not come, and takes no room.
 * @typedef {object} Home
 * @property {GameLine[]} waiting
 * @property {GameLine[]} others running games in which others are to move
 * @property {Child} today the puzzle of the day
 * @property {Child} deal the deal of the day
 * @property {Child} streak
 * @property {GameLine[]} followed games of those whom we follow
 * @property {Child} quick a game at once
 * @property {Child} somebody
 * @property {Child} tables that can be joined
 * @property {Child} stale why something is out of date
 */

/** @param {Home} home */
export const homeView = ({ waiting, others, today, deal, streak, followed, quick, somebody, tables, stale }) =>
  h(
    "div",
    { key: "home", class: "front home" },
    turns(waiting),
    stale,
    today || streak ? h("div", { key: "today", class: `today ${streak ? "has-streak" : ""}` }, today, streak) : null,
    deal,
    h(
      "div",
      { key: "going-on", class: "two" },
      others.length
        ? gameList("others", t("others_turn"), others.slice(0, FEW).map(watchable), {
            total: others.length,
            more: h("a", { href: "/games" }, t("my_games")),
          })
        : null,
      h(
        "section",
        { class: "another card", key: "another", "aria-labelledby": "another-title" },
        h("h2", { id: "another-title" }, t("new_game")),
        quick,
        h(
          "div",
          { class: "row" },
          somebody,
          h("a", { class: "button", href: "/new?with=friends" }, icon("person"), t("play_friends")),
          h("a", { class: "button plain", href: "/new" }, t("new_choices")),
        ),
      ),
    ),
    followed.length ? gameList("followed", t("games_of_followed"), followed.slice(0, FEW).map(watchable)) : null,
    tables,
  );

/** @param {GameLine[]} waiting */
const turns = (waiting) =>
  h(
    "section",
    { class: "turns", key: "turns", "aria-labelledby": "turns-title" },
    h(
      "div",
      { class: "list-head" },
      h(
        "h1",
        { id: "turns-title" },
        waiting.length ? t("your_turn") : t("home_calm"),
        " ",
        waiting.length ? h("span", { class: "tally", "aria-hidden": "true" }, waiting.length) : null,
      ),
      h("a", { href: "/games" }, t("my_games")),
    ),
    waiting.length
      ? h("ul", { class: "turn-cards", role: "list" }, waiting.slice(0, MOST_CARDS).map(turnCard))
      : h("p", { class: "lead" }, t("home_calm_text")),
  );
