// What a tournament is, in a line or two, and lists of such lines.

import { h } from "../core/dom.js";
import { listed, locale, shownName, t, word } from "../core/words.js";
import { emblem, title } from "../ui/game_kinds.js";
import { clockText } from "../ui/moments.js";

/** @param {string} moment */
const dayOf = (moment) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(moment));

/** @param {TournamentLine} tournament */
export const formatName = ({ format }) => t(`tournament_format_${format}`);

/**
 * "5 rounds", "best of 3", or nothing.
 * @param {TournamentLine} tournament
 */
function lengthText({ format, rules, rounds, best_of: games }) {
  if (format === "knock_out") return games > 1 ? t("tournament_best_of", { games }) : null;
  return format === "swiss" || rules.seats > 2 ? t("tournament_rounds", { count: rounds }) : null;
}

/** @param {TournamentLine} tournament */
function stageText({ stage, people, most, starts, round, until, why, winners }) {
  if (winners.length) return t("won_by", { count: winners.length, names: listed(winners.map(shownName)) });
  if (why) return t(`tournament_ending_${why}`);
  const isRunning = stage === "running";
  return [
    isRunning ? t("tournament_round", { round }) : t("tournament_people", { people, most }),
    isRunning ? null : t("tournament_starts", { day: dayOf(starts) }),
    t("tournament_until", { day: dayOf(until) }),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** @param {TournamentLine} tournament */
export const details = (tournament) =>
  [
    t("tournament_seats", { count: tournament.rules.seats }),
    lengthText(tournament),
    clockText(tournament.clock),
    tournament.rated ? t("rated") : null,
    tournament.filler ? t("tournament_filled", { level: word("levels", tournament.filler) }) : null,
    tournament.by ? t("tournament_by", { name: tournament.by }) : null,
  ].filter(Boolean);

/** @param {TournamentLine} tournament */
const line = (tournament) =>
  h(
    "li",
    { key: tournament.id },
    h(
      "a",
      { class: "tournament-line", href: `/tournaments/${tournament.id}` },
      emblem(tournament.rules),
      h(
        "div",
        {},
        h("b", {}, `${formatName(tournament)} · ${title(tournament.rules)}`),
        h("p", {}, stageText(tournament)),
        h("p", { class: "faint" }, details(tournament).join(" · ")),
      ),
      tournament.entered ? h("span", { class: "you" }, t("tournament_entered")) : null,
    ),
  );

/** @param {TournamentLine} tournament */
export const summary = (tournament) => [
  h("p", { key: "stage" }, stageText(tournament)),
  h("p", { key: "details", class: "faint" }, details(tournament).join(" · ")),
];

/**
 * @param {string} name
 * @param {string} heading
 * @param {TournamentLine[]} tournaments
 * @param {string} [empty]
 */
export const tournamentList = (name, heading, tournaments, empty) =>
  tournaments.length || empty
    ? h(
        "section",
        { key: name, class: "card", "aria-labelledby": `tournaments-${name}` },
        h("h2", { id: `tournaments-${name}` }, heading),
        tournaments.length
          ? h("ul", { class: "tournament-lines", role: "list" }, tournaments.map(line))
          : h("p", {}, empty),
      )
    : null;
