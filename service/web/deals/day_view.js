// The deal of a day in a few lines: what it is, what one has made of it, and the way to one's game.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { smallBoard } from "../drawing/small_board.js";
import { dayText } from "../ui/dates.js";
import { emblem, special, title } from "../ui/game_kinds.js";
import { left } from "../ui/moments.js";

/** @param {DayDeal} deal */
export const dealTitle = ({ day }) => t("deal_of_day", { day: dayText(day) });

/** @param {DayDeal} deal */
function table({ rules, bot }) {
  const bots = t("deal_bots", { count: rules.seats - 1, level: word("levels", bot) });
  return [title(rules), ...special(rules), bots].join(" · ");
}

/** @param {DayDeal} deal */
export const standing = ({ own, played }) =>
  own?.total === null || own?.total === undefined
    ? null
    : t("deal_standing", { points: own.total, rank: own.rank ?? 0, count: played });

/**
 * The way on: to begin, to go on, or to look back; null on a day that is over and was not played.
 * @param {DayDeal} deal
 * @param {() => unknown} begin
 */
function way({ own, begins }, begin) {
  if (own === null) {
    return begins ? h("button", { class: "main", onclick: begin }, icon("play"), t("deal_play")) : null;
  }
  if (own.status === "running") {
    return h("a", { class: "button main", href: `/game/${own.game}` }, icon("play"), t("deal_go_on"));
  }
  return own.status === "over"
    ? h("a", { class: "button", href: `/game/${own.game}/1` }, icon("eye"), t("act_replay"))
    : null;
}

/** @param {DayDeal} deal */
function news({ own, begins, until, played, is_open: isOpen }) {
  const counted = t("deal_played", { count: played });
  if (own?.status === "cancelled" || (own?.status === "over" && own.total === null)) return t("deal_without_place");
  if (own === null && begins) return played ? counted : null;
  return isOpen && Date.parse(until) < Date.now() ? counted : `${counted} · ${left(Date.parse(until))}`;
}

/**
 * `more` follows the way to the game.
 * @param {DayDeal} deal
 * @param {{ begin: () => unknown, more?: Child, heading?: "h1" | "h2" }} options
 */
export const dayView = (deal, { begin, more, heading = "h2" }) =>
  h(
    "section",
    { class: "day-deal card", key: "deal", "aria-labelledby": "deal-title" },
    deal.own?.land ? h("span", { class: "boards" }, smallBoard(deal.own.land, 0)) : emblem(deal.rules),
    h(
      "div",
      { class: "daily-text" },
      h(heading, { id: "deal-title" }, dealTitle(deal)),
      h("p", { class: "faint" }, table(deal)),
      h("p", {}, standing(deal) ? h("b", {}, standing(deal)) : t("deal_text")),
      news(deal) ? h("p", { class: "faint" }, news(deal)) : null,
      h("div", { class: "row" }, way(deal, begin), more),
    ),
  );
