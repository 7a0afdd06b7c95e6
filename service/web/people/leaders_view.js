// The table of the best players.

import { h } from "../core/dom.js";
import { figure, grouped, shownName, t, word } from "../core/words.js";
import { kindMark, personName } from "../ui/person_name.js";

const BOT = "bot:";

/**
 * The pool of ratings of a kind of game, as the service names it.
 * @param {{ game: GameName, mode: string | null }} kind
 */
export const poolOf = ({ game, mode }) => (mode ? `${game}-${mode}` : game);

/**
 * @param {RatedPlayer[] | null} places
 * @param {string | null} reader
 */
export const leaderTable = (places, reader) =>
  h(
    "section",
    { class: "card setting leaders", key: "places", "aria-busy": String(!places), "aria-label": t("leaders") },
    h("p", { class: "faint" }, t("leaders_text")),
    places && !places.length ? h("p", {}, t("no_leaders_yet")) : null,
    places?.length
      ? h(
          "table",
          { class: "figures" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["rank_head", "name", "results_rating", "leaders_strength", "leaders_games"].map((name) =>
                h("th", { scope: "col", class: name === "name" ? "" : "number" }, t(name)),
              ),
            ),
          ),
          h(
            "tbody",
            {},
            places.map((place, index) => row(place, index + 1, reader)),
          ),
        )
      : null,
  );

/**
 * @param {RatedPlayer} place
 * @param {number} rank
 * @param {string | null} reader
 */
const row = ({ player, name, kind, ordinal, uncertainty, rating: [mean, , games] }, rank, reader) =>
  h(
    "tr",
    { key: player, class: player === reader ? "is-you" : "" },
    h("td", { class: "number" }, rank),
    h(
      "th",
      { scope: "row" },
      player.startsWith(BOT)
        ? t("bot_of_level", { level: word("levels", player.slice(BOT.length)) })
        : personName(shownName(name ?? "Somebody"), name ? player : null),
      kindMark(kind),
      player === reader ? h("span", { class: "you" }, t("you")) : null,
    ),
    h("td", { class: "number" }, figure(ordinal, { digits: 1 })),
    h("td", { class: "number" }, `${figure(mean, { digits: 1 })} ± ${figure(uncertainty, { digits: 1 })}`),
    h("td", { class: "number" }, grouped(games)),
  );
