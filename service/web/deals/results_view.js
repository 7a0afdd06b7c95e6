// What everybody made of the deal of a day: a line for each person, to compare with one's own.

import { h } from "../core/dom.js";
import { shownName, t } from "../core/words.js";
import { smallBoard } from "../drawing/small_board.js";
import { isMe } from "../core/session.js";
import { kindMark, personName } from "../ui/person_name.js";

/**
 * `compared` is the game beside one's own.
 * @typedef {{ compared: string | null, compare: ((game: string) => unknown) | null, more: (() => unknown) | null }}
 *   Choosing
 */

/** @type {(results: DealResults, choosing: Choosing) => ElementNode} */
export const resultsView = ({ results, total }, { compared, compare, more }) =>
  h(
    "section",
    { key: "results", class: "card", "aria-labelledby": "deal-results" },
    h(
      "h2",
      { id: "deal-results" },
      t("deal_results"),
      " ",
      h("span", { class: "tally", "aria-hidden": "true" }, total),
    ),
    results.length
      ? h(
          "div",
          { class: "wide", tabindex: "0" },
          h(
            "table",
            { class: "figures deal-results" },
            h("caption", { class: "unseen" }, t("deal_results")),
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                h("th", { scope: "col", class: "number" }, t("deal_rank")),
                h("th", { scope: "col" }, t("name")),
                h("th", { scope: "col", class: "number" }, t("total")),
                h("td", {}),
              ),
            ),
            h(
              "tbody",
              {},
              results.map((result) => line(result, compared, compare)),
            ),
          ),
        )
      : h("p", {}, t("deal_nobody")),
    more ? h("button", { class: "more-games", onclick: more }, t("show_older")) : null,
  );

/**
 * @param {DealResult} result
 * @param {string | null} compared
 * @param {((game: string) => unknown) | null} compare
 */
function line({ rank, game, name, player, kind, total, land }, compared, compare) {
  const called = shownName(name ?? "Somebody");
  const isOwn = isMe(player);
  return h(
    "tr",
    { key: game, class: isOwn ? "is-you" : "" },
    h("td", { class: "number" }, rank),
    h(
      "th",
      { scope: "row" },
      h("span", { class: "boards" }, smallBoard(land, 0)),
      personName(called, player),
      kindMark(kind),
      isOwn ? h("span", { class: "you" }, t("you")) : null,
    ),
    h("td", { class: "number" }, total),
    h(
      "td",
      { class: "number" },
      isOwn || !compare
        ? h(
            "a",
            { class: "button", href: `/game/${game}/1`, "aria-label": `${t("act_replay")}: ${called}` },
            t("act_replay"),
          )
        : h(
            "button",
            {
              "aria-pressed": String(game === compared),
              "aria-label": `${t("deal_compare")}: ${called}`,
              onclick: () => compare(game),
            },
            t("deal_compare"),
          ),
    ),
  );
}
