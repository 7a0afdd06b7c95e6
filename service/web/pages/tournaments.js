// Tournaments: the lists and a form that opens one, or one tournament.

import { get, request } from "../core/client.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { polled } from "../core/polling.js";
import { go } from "../core/router.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { stale } from "../lobby/game_list.js";
import { tournamentList } from "../tournaments/lines_view.js";
import { heading, oneView } from "../tournaments/one_view.js";
import { openTournament, usualTournament } from "../tournaments/opening.js";
import { openingView } from "../tournaments/opening_view.js";

const EVERY = 30_000; // milliseconds

/**
 * @param {{ tournament?: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export const start = ({ tournament }, redraw) => (tournament ? one(tournament, redraw) : lists(redraw));

/**
 * @param {Redraw} redraw
 * @returns {Page}
 */
function lists(redraw) {
  /** @type {ReturnType<typeof polled<TournamentLine[]>>} */
  const all = polled(() => get("/api/tournaments"), redraw, EVERY);
  const choice = usualTournament();
  let isBusy = false;

  /** @param {Partial<typeof choice>} changes */
  const set = (changes) => {
    Object.assign(choice, changes);
    if (choice.format === "round_robin" && choice.seats === 2) choice.most = Math.min(choice.most, 12);
    redraw();
  };

  async function open() {
    if (isBusy) return;
    isBusy = true;
    redraw();
    const opened = await withNotice(() => openTournament(choice));
    isBusy = false;
    if (opened) go(`/tournaments/${opened.id}`);
    else redraw();
  }

  /** @param {TournamentLine["stage"]} stage */
  const at = (stage) => (all.value ?? []).filter((line) => line.stage === stage);

  const draw = () => [
    h(
      "div",
      { key: "tournaments", class: "page" },
      h("div", { class: "page-head" }, h("h1", {}, t("tournaments"))),
      stale(all.problem),
      tournamentList("open", t("tournaments_open"), at("open"), all.value ? t("tournaments_none") : ""),
      tournamentList("running", t("tournaments_running"), at("running")),
      session.me?.account ? openingView(choice, set, { isBusy, open }) : h("p", {}, t("tournament_needs_account")),
      tournamentList("over", t("tournaments_over"), at("over")),
    ),
  ];

  return { title: () => t("tournaments"), draw, close: all.close };
}

/**
 * @param {string} id
 * @param {Redraw} redraw
 * @returns {Page}
 */
function one(id, redraw) {
  const address = `/api/tournaments/${encodeURIComponent(id)}`;
  /** @type {ReturnType<typeof polled<Tournament>>} */
  const found = polled(() => get(address), redraw, EVERY);
  let isBusy = false;

  /** @type {(method: string, path: string) => Promise<void>} */
  async function act(method, path) {
    isBusy = true;
    redraw();
    await withNotice(() => request(method, address + path));
    isBusy = false;
    await found.refresh();
  }

  const acts = {
    enter: () => act("POST", "/entry"),
    withdraw: () => act("DELETE", "/entry"),
    callOff: () => act("DELETE", ""),
  };

  const draw = () => {
    const tournament = found.value;
    const reader = session.me?.player ?? null;
    const hasAccount = Boolean(session.me?.account);
    return [
      h(
        "div",
        { key: "tournament", class: "page" },
        h(
          "div",
          { class: "page-head" },
          h("h1", {}, tournament ? heading(tournament) : t("tournament")),
          h("a", { class: "button", href: "/tournaments" }, t("tournaments")),
        ),
        stale(found.problem),
        tournament ? oneView(tournament, { reader, hasAccount, isBusy }, acts) : null,
      ),
    ];
  };

  return { title: () => (found.value ? heading(found.value) : t("tournament")), draw, close: found.close };
}
