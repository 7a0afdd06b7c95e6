// The deal of a day: play it; once that is done, what others made of it.

import { asProblem, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { polled } from "../core/polling.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { beginDeal } from "../deals/beginning.js";
import { comparisonView } from "../deals/comparison_view.js";
import { dayView, dealTitle, standing } from "../deals/day_view.js";
import { resultsView } from "../deals/results_view.js";
import { stale } from "../lobby/game_list.js";
import { copyable } from "../ui/copying.js";

const EVERY = 30_000; // milliseconds
const DAY = 24 * 60 * 60 * 1000;

/**
 * @param {{ day?: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start({ day }, redraw) {
  const query = day ? `?date=${encodeURIComponent(decodeURIComponent(day))}` : "";
  /** @type {ReturnType<typeof polled<DayDeal>>} */
  const deal = polled(read, redraw, EVERY);
  /** @type {DealResults | null} */
  let results = null;
  /** @type {DealComparison | null} */
  let comparison = null;
  /** @type {string | null} */
  let compared = null;
  let isChosen = false;
  /** @type {{ message: string } | null} */
  let problem = null;

  async function read() {
    /** @type {DayDeal} */
    const found = await get(`/api/deals/daily${query}`);
    if (found.is_open) await readResults(found);
    return found;
  }

  /** @param {DayDeal} found */
  async function readResults(found) {
    const first = await get(`/api/deals/results?date=${found.day}`);
    if (results === null || results.results.length <= first.results.length) results = first;
    const other = first.results.find((/** @type {DealResult} */ result) => result.game !== found.own?.game);
    if (other && found.own?.status === "over" && compared === null) await compare(other.game, found.own.game);
  }

  async function more() {
    if (!results || !deal.value) return;
    const { results: shown, day: of } = results;
    const next = await get(`/api/deals/results?date=${of}&start=${shown.length}`);
    results = { ...next, results: [...shown, ...next.results] };
    redraw();
  }

  /** @type {(game: string, own: string) => Promise<void>} */
  async function compare(game, own) {
    compared = game;
    redraw();
    try {
      const [mine, theirs, { parting }] = await Promise.all([
        get(`/api/games/${own}`),
        get(`/api/games/${game}`),
        get(`/api/deals/parting?game=${own}&other=${game}`),
      ]);
      if (compared === game) comparison = { own: mine, theirs, parting };
      problem = null;
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
  }

  /** @param {string} game */
  async function chosen(game) {
    const own = deal.value?.own?.game;
    if (!own) return;
    isChosen = true;
    await compare(game, own);
  }

  const others = () => {
    if (!deal.value || !results) return null;
    const isDone = deal.value.own?.status === "over";
    return resultsView(results, {
      compared,
      compare: isDone ? chosen : null,
      more: results.results.length < results.total ? more : null,
    });
  };

  const draw = () => [
    h(
      "div",
      { key: "deal", class: "page deal" },
      stale(deal.problem ?? problem),
      deal.value
        ? [
            dayView(deal.value, { begin: beginDeal, more: before(deal.value), heading: "h1" }),
            deal.value.own || session.me ? null : h("p", {}, t("deal_as_guest")),
            share(deal.value),
            comparison ? comparisonView(comparison, isChosen) : null,
            deal.value.is_open ? others() : h("p", { class: "faint" }, t("deal_secret_text")),
          ]
        : null,
    ),
  ];

  return {
    title: () => (deal.value ? dealTitle(deal.value) : t("deal_of_the_day")),
    draw,
    isReady: () => Boolean(deal.value || deal.problem),
    close: deal.close,
  };
}

/**
 * The text to share gives nothing away of the deal.
 * @param {DayDeal} deal
 */
function share(deal) {
  const result = standing(deal);
  if (!result) return null;
  const text = `Firstfire · ${dealTitle(deal)}: ${result} ${location.origin}/deal/${deal.day}`;
  return h(
    "div",
    { class: "sharing", key: "sharing" },
    copyable(text, t("share_text"), t("copy_share"), t("share_copied")),
  );
}

/** @param {DayDeal} deal */
function before({ day }) {
  const last = new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  return h("a", { href: `/deal/${last}` }, t("deal_before"));
}
