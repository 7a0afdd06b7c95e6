// The parts of a player's profile: results, ratings, reliability, and the results against the reader.

import { h } from "../core/dom.js";
import { figure, grouped, language, locale, t } from "../core/words.js";
import { shortTitle } from "../ui/game_kinds.js";
import { curves } from "../ui/curves.js";
import { replayable } from "../lobby/game_lines.js";
import { duration } from "../ui/moments.js";
import { piece } from "../drawing/pieces.js";
import { setting } from "../ui/setting.js";

const COUNTED = ["played", "won", "shared"];
const day = new Intl.DateTimeFormat(locale, { dateStyle: "long" });
const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 });

/**
 * "origins-tribe" in words.
 * @param {string} pool
 */
export function poolName(pool) {
  const [game, mode] = pool.split("-");
  return shortTitle({ game: /** @type {GameName} */ (game), mode });
}

/**
 * The rating of leaderboards: a lower bound of the player's strength.
 * @param {readonly [mean: number, deviation: number, ...unknown[]]} options
 */
const sure = ([mean, deviation]) => mean - 3 * deviation;

/**
 * @param {Profile} profile
 * @param {boolean} isOwn
 * @param {Child} actions what the reader may do about somebody else
 */
export function profileHead(profile, isOwn, actions) {
  const kind = [
    profile.account ? null : t("profile_guest"),
    profile.since ? t("profile_since", { day: day.format(new Date(profile.since)) }) : null,
  ].filter(Boolean);
  return h(
    "div",
    { class: "page-head", key: "head" },
    h(
      "div",
      { class: "who-is" },
      piece("chief", "portrait seat-0"),
      h(
        "div",
        {},
        h("h1", {}, profile.name, isOwn ? h("span", { class: "you" }, t("you")) : null),
        h("p", { class: "faint" }, kind.join(" · ")),
      ),
    ),
    isOwn ? h("a", { class: "button", href: "/settings" }, t("settings")) : actions,
  );
}

/** @param {Profile} profile */
export function reliability({ reliability: record, results }) {
  const played = sum(results, "played");
  return setting(
    "reliability",
    t("reliability"),
    record.finished === null
      ? h("p", { class: "faint" }, t("no_results_yet"))
      : [
          h(
            "p",
            { class: "figure" },
            h("b", {}, percent.format(Math.floor(record.finished * 100) / 100)),
            " ",
            t("played_to_the_end", { count: played }),
          ),
          h(
            "p",
            { class: "faint" },
            record.finished === 1 ? t("never_left") : t("since_leaving", { count: record.games_since_leaving }),
          ),
          record.answer_time === null
            ? null
            : h("p", { class: "faint" }, t("answers_in", { time: duration(record.answer_time) })),
        ],
  );
}

/**
 * @param {Record<string, number>} results
 * @param {string} end
 */
const sum = (results, end) =>
  Object.entries(results)
    .filter(([name]) => name.endsWith(` ${end}`))
    .reduce((total, [, count]) => total + count, 0);

/**
 * @param {[number, number]} rating
 * @param {boolean} isProvisional
 */
const ratingText = (rating, isProvisional) => [
  figure(sure(rating), { digits: 1 }),
  isProvisional ? h("small", { class: "faint" }, " ", t("provisional_rating")) : null,
];

/** @param {Profile} profile */
export function resultTable({ results: counts, ratings, provisional }) {
  const pools = Object.keys(counts)
    .filter((name) => name.endsWith(" played"))
    .map((name) => name.split(" ")[0])
    .sort();
  return setting(
    "results",
    t("results"),
    pools.length
      ? h(
          "table",
          { class: "figures results" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, t("results_mode")),
              COUNTED.map((name) => h("th", { scope: "col", class: "number" }, t(`results_${name}`))),
              h("th", { scope: "col", class: "number" }, t("results_rating")),
            ),
          ),
          h(
            "tbody",
            {},
            pools.map((pool) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, poolName(pool)),
                COUNTED.map((name) => h("td", { class: "number" }, grouped(counts[`${pool} ${name}`] ?? 0))),
                h("td", { class: "number" }, ratings[pool] ? ratingText(ratings[pool], provisional[pool]) : "–"),
              ),
            ),
          ),
        )
      : h("p", { class: "faint" }, t("no_results_yet")),
  );
}

/** @param {Profile} profile */
export function ratingCurves({ history }) {
  const pools = [...new Set(history.map((rating) => rating[5]))].sort();
  const series = pools.map((pool) => ({
    name: poolName(pool),
    points: history
      .filter((rating) => rating[5] === pool)
      .map((rating) => ({ at: rating[3], value: sure(rating), address: `/game/${rating[4]}/1` })),
  }));
  return setting(
    "ratings",
    t("ratings_over_time"),
    h("p", { class: "faint" }, history.length ? t("ratings_text") : t("no_ratings_yet")),
    history.length ? curves(series, [t("day"), t("results_mode"), t("results_rating")]) : null,
  );
}

/**
 * The results of the reader against this player.
 * @param {string} name
 * @param {Versus} between
 */
export function versus(name, between) {
  const decided = between.first + between.second;
  return setting(
    "versus",
    t("against_each_other"),
    between.played
      ? [
          h(
            "p",
            { class: "figure" },
            h("b", {}, t("you_versus", { first: between.first, second: between.second, name })),
            " ",
            h("span", { class: "faint" }, t("versus_played", { count: between.played })),
          ),
          decided
            ? h(
                "svg",
                { class: "balance", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
                h("rect", { class: "seat-0", width: (100 * between.first) / decided, height: 4 }),
                h("rect", {
                  class: "seat-1",
                  x: (100 * between.first) / decided,
                  width: (100 * between.second) / decided,
                  height: 4,
                }),
              )
            : null,
          h("ul", { class: "listed", role: "list" }, between.games.slice(0, 3).map(replayable)),
        ]
      : h("p", { class: "faint" }, t("versus_none")),
  );
}
