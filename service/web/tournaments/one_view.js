// One tournament: what one can do, who has entered, standings, cross table and games.

import { h } from "../core/dom.js";
import { figure, shownName, t, word } from "../core/words.js";
import { title } from "../ui/game_kinds.js";
import { personName } from "../ui/person_name.js";
import { formatName, summary } from "./lines_view.js";

/**
 * @param {Tournament} tournament
 * @param {string | null} player
 */
const nameIn = (tournament, player) =>
  player === null
    ? t("bot_of_level", { level: word("levels", tournament.filler ?? "flint") })
    : shownName(tournament.names[player] ?? "Somebody");

/**
 * @param {Tournament} tournament
 * @param {string | null} player
 */
const linked = (tournament, player) =>
  personName(nameIn(tournament, player), player && tournament.names[player] ? player : null);

/** @param {Tournament} tournament */
export const heading = (tournament) => `${formatName(tournament)} · ${title(tournament.rules)}`;

/**
 * @param {Tournament} tournament
 * @param {{ reader: string | null, hasAccount: boolean, isBusy: boolean }} state
 * @param {{ enter: () => void, withdraw: () => void, callOff: () => void }} acts
 */
export const oneView = (tournament, { reader, hasAccount, isBusy }, { enter, withdraw, callOff }) => [
  h(
    "section",
    { key: "about", class: "card", "aria-label": t("tournament_about") },
    summary(tournament),
    h("p", { class: "faint" }, t(`tournament_text_${tournament.format}`)),
    tournament.stage === "open" && !hasAccount ? h("p", {}, t("tournament_needs_account")) : null,
    tournament.stage === "over"
      ? null
      : h(
          "div",
          { class: "row" },
          tournament.stage === "open" && hasAccount && !tournament.entered
            ? h("button", { class: "main", disabled: isBusy, onclick: enter }, t("tournament_enter"))
            : null,
          tournament.entered ? h("button", { disabled: isBusy, onclick: withdraw }, t("tournament_withdraw")) : null,
          tournament.stage === "open" && tournament.yours
            ? h("button", { disabled: isBusy, onclick: callOff }, t("tournament_call_off"))
            : null,
        ),
  ),
  tournament.standings.length ? standings(tournament, reader) : entrants(tournament),
  isCrossed(tournament) ? crossTable(tournament) : null,
  tournament.course.length ? games(tournament) : null,
];

/** @param {Tournament} tournament */
const entrants = (tournament) =>
  h(
    "section",
    { key: "entrants", class: "card", "aria-labelledby": "entrants-title" },
    h("h2", { id: "entrants-title" }, t("tournament_entrants")),
    tournament.entrants.length
      ? h(
          "ol",
          { class: "entrants" },
          tournament.entrants.map((player) => h("li", { key: player }, linked(tournament, player))),
        )
      : h("p", {}, t("tournament_nobody")),
  );

/**
 * @param {Tournament} tournament
 * @param {string | null} reader
 */
function standings(tournament, reader) {
  const isKnockOut = tournament.format === "knock_out";
  const heads = isKnockOut
    ? ["rank_head", "name", "tournament_reached"]
    : ["rank_head", "name", "tournament_points", "tournament_beaten", "tournament_lead", "leaders_games"];
  return h(
    "section",
    { key: "standings", class: "card", "aria-labelledby": "standings-title" },
    h("h2", { id: "standings-title" }, t("tournament_standings")),
    h(
      "div",
      { class: "wide", tabindex: "0" },
      h(
        "table",
        { class: "figures" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((name) => h("th", { scope: "col", class: name === "name" ? "" : "number" }, t(name))),
          ),
        ),
        h(
          "tbody",
          {},
          tournament.standings.map((row) => standing(tournament, row, reader)),
        ),
      ),
    ),
    isKnockOut ? null : h("p", { class: "faint" }, t("tournament_tie_breaks")),
  );
}

/**
 * @param {Tournament} tournament
 * @param {TournamentRow} row
 * @param {string | null} reader
 */
const standing = (tournament, row, reader) =>
  h(
    "tr",
    { key: row.player, class: row.player === reader ? "is-you" : "" },
    h("td", { class: "number" }, row.place),
    h(
      "th",
      { scope: "row" },
      linked(tournament, row.player),
      row.player === reader ? h("span", { class: "you" }, t("you")) : null,
      row.withdrawn ? h("span", { class: "faint" }, ` (${t("tournament_withdrawn")})`) : null,
    ),
    tournament.format === "knock_out"
      ? h(
          "td",
          { class: "number" },
          row.round === null ? t("tournament_winner") : t("tournament_round", { round: row.round }),
        )
      : [row.points, row.beaten, row.lead].map((value, at) =>
          h("td", { class: "number", key: at }, figure(value, { digits: 1 })),
        ),
    tournament.format === "knock_out" ? null : h("td", { class: "number" }, row.games),
  );

/** @param {Tournament} tournament */
const isCrossed = ({ format, rules, course, standings: rows }) =>
  format === "round_robin" && rules.seats === 2 && course.length > 0 && rows.length > 2;

/** @param {Tournament} tournament */
function crossTable(tournament) {
  /** @type {Map<string, { own: number, theirs: number, game: string }>} */
  const results = new Map();
  for (const { players, totals, game } of tournament.course.flatMap(({ tables }) => tables)) {
    if (!totals) continue;
    results.set(`${players[0]} ${players[1]}`, { own: totals[0], theirs: totals[1], game });
    results.set(`${players[1]} ${players[0]}`, { own: totals[1], theirs: totals[0], game });
  }
  const rows = tournament.standings;
  /** @type {(player: string, other: string) => Child} */
  const cell = (player, other) => {
    const result = results.get(`${player} ${other}`);
    if (player === other) return "×";
    return result ? h("a", { href: `/game/${result.game}` }, `${result.own}:${result.theirs}`) : "";
  };
  return h(
    "section",
    { key: "cross", class: "card", "aria-labelledby": "cross-title" },
    h("h2", { id: "cross-title" }, t("tournament_cross_table")),
    h(
      "div",
      { class: "wide", tabindex: "0" },
      h(
        "table",
        { class: "figures crossed" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("name")),
            rows.map(({ player }, at) =>
              h("th", { scope: "col", class: "number", key: player, "aria-label": nameIn(tournament, player) }, at + 1),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map(({ player }, at) =>
            h(
              "tr",
              { key: player },
              h("th", { scope: "row" }, `${at + 1} `, linked(tournament, player)),
              rows.map((other) => h("td", { class: "number", key: other.player }, cell(player, other.player))),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {Tournament} tournament */
const games = (tournament) =>
  h(
    "section",
    { key: "games", class: "card", "aria-labelledby": "games-title" },
    h("h2", { id: "games-title" }, t("tournament_games")),
    tournament.course
      .map(({ tables, resting }, at) =>
        h(
          "div",
          { key: at },
          h("h3", {}, t("tournament_round", { round: at + 1 })),
          h(
            "ul",
            { class: "tournament-tables", role: "list" },
            tables.map((table) => tableLine(tournament, table)),
          ),
          resting.length
            ? h(
                "p",
                { class: "faint" },
                t("tournament_resting", { names: resting.map((player) => nameIn(tournament, player)).join(", ") }),
              )
            : null,
        ),
      )
      .reverse(),
  );

/**
 * @param {Tournament} tournament
 * @param {TournamentTable} table
 */
const tableLine = (tournament, table) =>
  h(
    "li",
    { key: table.game },
    h(
      "a",
      { href: `/game/${table.game}` },
      table.players.map((player, seat) => [
        seat ? " – " : null,
        h(
          "span",
          { key: seat, class: table.ranks?.[seat] === 1 ? "won" : "" },
          nameIn(tournament, player),
          table.totals ? ` ${table.totals[seat]}` : null,
        ),
      ]),
    ),
    table.dropped ? h("span", { class: "faint" }, ` ${t("tournament_dropped")}`) : null,
  );
