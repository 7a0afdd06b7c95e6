// The overview of puzzles: today's, past days, practice, and your results.

import { asProblem, get } from "../core/client.js";
import { isGone, onConnection } from "../core/connection.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { stale } from "../lobby/game_list.js";
import { calendar } from "../puzzles/calendar_view.js";
import { daily } from "../puzzles/daily_view.js";
import { history, rating } from "../puzzles/history_view.js";
import { keptPractice } from "../offline/kept_puzzles.js";
import { keptView } from "../puzzles/kept_view.js";
import { leaders } from "../puzzles/leaders_view.js";
import { practice } from "../puzzles/practice_view.js";
import { streak } from "../puzzles/streak_view.js";

/**
 * @typedef {object} PuzzleOverview
 * @property {Puzzle} today
 * @property {PuzzleArchive} archive
 * @property {import("../puzzles/practice_view.js").Theme[]} themes
 * @property {Leaderboard | null} board
 * @property {SolverRecord | null} own
 */

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  /** @type {PuzzleOverview | null} */
  let state = null;
  /** @type {import("../core/client.js").Problem | null} */
  let problem = null;
  /** @type {{ today: Puzzle | null, practice: import("../offline/kept_puzzles.js").KeptPuzzle[] } | null} */
  let keptHere = null; // without a connection
  const wish = { theme: new URLSearchParams(location.search).get("theme") ?? "", kind: "", rating: "" };

  async function load() {
    try {
      const [today, archive, themes, board, own] = await Promise.all([
        get("/api/puzzles/daily"),
        get("/api/puzzles/archive"),
        get("/api/puzzles/themes"),
        get("/api/puzzles/leaderboard").catch(() => null), // the rest is worth showing without it
        session.me ? get("/api/me/puzzles") : null,
      ]);
      state = { today, archive, themes, board, own };
    } catch (error) {
      problem = asProblem(error);
      if (!problem.status) await loadKept();
    }
    redraw();
  }

  async function loadKept() {
    const today = await get("/api/puzzles/daily").catch(() => null);
    keptHere = { today, practice: await keptPractice() };
  }

  const forget = onConnection(() => !isGone() && !state && load());

  /** @param {string} wanted */
  const month = (wanted) =>
    withNotice(async () => {
      const archive = await get(`/api/puzzles/archive?month=${wanted}`);
      state = state && { ...state, archive };
      redraw();
    });

  const more = () =>
    withNotice(async () => {
      const own = state?.own;
      if (!state || !own) return;
      const { results } = await get(`/api/me/puzzles?start=${own.results.length}`);
      state = { ...state, own: { ...own, results: [...own.results, ...results] } };
      redraw();
    });

  /** @param {keyof typeof wish} name */
  const choose = (name) => (/** @type {string} */ value) => {
    wish[name] = value;
    redraw();
  };

  function draw() {
    if (!state) {
      return [
        h(
          "div",
          { class: "page", key: "page" },
          h("h1", {}, t("puzzles")),
          stale(problem) ?? h("p", { class: "faint", "aria-busy": "true" }, t("one_moment")),
          keptHere ? keptView(keptHere.today, keptHere.practice) : null,
        ),
      ];
    }
    const { today, archive, themes, board, own } = state;
    return [
      h(
        "div",
        { class: "page puzzles", key: "page" },
        h("div", {}, h("h1", {}, t("puzzles")), h("p", { class: "lead" }, t("puzzles_text"))),
        daily(today),
        h(
          "div",
          { class: "two" },
          h("div", { class: "sections" }, practice(themes, own, wish, choose), board ? leaders(board) : null),
          h("div", { class: "sections" }, calendar(archive, today.day ?? "", month), own ? streak(own.streak) : null),
        ),
        own?.total ? [rating(own), history(own, more)] : null,
      ),
    ];
  }

  load();
  return { title: () => t("puzzles"), draw, close: forget };
}
