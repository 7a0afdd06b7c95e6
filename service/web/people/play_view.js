// How somebody plays: what they have achieved, what their choices cost, and what can be taken along.

import { h } from "../core/dom.js";
import { figure, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { setting } from "../ui/setting.js";
import { poolName } from "./profile_view.js";

const SKILLS = ["draft", "placement", "fire", "recruit"];

/** @param {Achievement[]} list */
export const achievements = (list) =>
  setting("achievements", t("achievements"), h("ul", { class: "achievements", role: "list" }, list.map(achievement)));

/** @param {Achievement} it */
const achievement = ({ name, have, need }) =>
  h(
    "li",
    { key: name, class: have === need ? "is-reached" : "" },
    have === need ? icon("check") : h("span", { class: "faint" }, `${have}/${need}`),
    h(
      "div",
      {},
      h("b", {}, t(`achieved_${name}`), have === need ? h("span", { class: "unseen" }, ` (${t("achieved")})`) : null),
      h("p", { class: "faint" }, t(`achieved_${name}_how`, { need })),
    ),
  );

/** @param {Play[]} list */
export function play(list) {
  const skills = SKILLS.filter((skill) => list.some((it) => it.skills[skill]));
  const rounds = list.filter((it) => it.rounds.length);
  return setting(
    "play",
    t("play_costs"),
    h("p", { class: "faint" }, t(list.length ? "play_costs_text" : "play_costs_none")),
    list.length
      ? table(
          [t("results_mode"), t("leaders_games"), ...skills.map((skill) => t(`skill_${skill}`)), t("play_all")],
          list.map((it) => [
            poolName(it.pool),
            it.games,
            ...skills.map((skill) => cost(it.skills[skill])),
            cost(it.all),
          ]),
        )
      : null,
    rounds.length
      ? h(
          "details",
          { class: "as-table" },
          h("summary", {}, t("play_by_round")),
          table(
            [t("results_mode"), ...numbers(rounds).map(String)],
            rounds.map((it) => [
              poolName(it.pool),
              ...numbers(rounds).map((number) => cost(it.rounds.find(({ round }) => round === number))),
            ]),
          ),
        )
      : null,
  );
}

/** @param {Play[]} list */
const numbers = (list) =>
  [...new Set(list.flatMap((it) => it.rounds.map(({ round }) => round)))].sort((one, other) => one - other);

/** @param {PlayCost | undefined} of */
const cost = (of) => (of ? figure(of.mean, { digits: 2 }) : "–");

/**
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 */
const table = (heads, rows) =>
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
          heads.map((head, at) => h("th", { key: at, scope: "col", class: at ? "number" : "" }, head)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(([name, ...values]) =>
          h(
            "tr",
            { key: name },
            h("th", { scope: "row" }, name),
            values.map((value, at) => h("td", { key: at, class: "number" }, value)),
          ),
        ),
      ),
    ),
  );

/** @param {string} address of the player in the API */
export const downloads = (address) =>
  h(
    "p",
    { key: "downloads", class: "row" },
    h("a", { class: "button", href: `${address}/games.csv`, download: "games.csv" }, icon("share"), t("games_as_csv")),
    h(
      "a",
      { class: "button", href: `${address}/ratings.csv`, download: "ratings.csv" },
      icon("share"),
      t("ratings_as_csv"),
    ),
  );
