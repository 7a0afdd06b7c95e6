// All about puzzles: today's, those of past days, practice, and how one did.

import { read } from "../core/client.js";
import { h } from "../core/dom.js";
import { trying } from "../core/notices.js";
import { another, RATINGS } from "../puzzles/practice.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { calendar } from "../puzzles/calendar_view.js";
import { chosenOf, KINDS, shortTitle } from "../ui/game_kinds.js";
import { daily } from "../puzzles/daily_view.js";
import { history, rating } from "../puzzles/history_view.js";
import { leaders } from "../puzzles/leaders_view.js";
import { stale } from "../lobby/game_list.js";
import { icon } from "../drawing/pieces.js";
import { streak } from "../puzzles/streak_view.js";

export function start(at, redraw) {
  const state = { today: null, archive: null, themes: null, board: null, own: null, problem: null };
  const wish = { theme: new URLSearchParams(location.search).get("theme") ?? "", kind: "", rating: "" };

  async function load() {
    try {
      const [today, archive, themes, board, own] = await Promise.all([
        read("/api/puzzles/daily"),
        read("/api/puzzles/archive"),
        read("/api/puzzles/themes"),
        read("/api/puzzles/leaderboard").catch(() => null), // the rest is worth showing without it
        session.me ? read("/api/me/puzzles") : null,
      ]);
      Object.assign(state, { today, archive, themes, board, own, problem: null });
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      state.problem = problem;
    }
    redraw();
  }

  const month = (wanted) =>
    trying(async () => {
      state.archive = await read(`/api/puzzles/archive?month=${wanted}`);
      redraw();
    });

  const more = () =>
    trying(async () => {
      const { results } = await read(`/api/me/puzzles?start=${state.own.results.length}`);
      state.own = { ...state.own, results: [...state.own.results, ...results] };
      redraw();
    });

  const choose = (name) => (value) => {
    wish[name] = value;
    redraw();
  };

  function draw() {
    if (!state.today)
      return [
        h(
          "div",
          { class: "page", key: "page" },
          h("h1", {}, t("puzzles")),
          stale(state.problem) ?? h("p", { class: "faint", "aria-busy": "true" }, t("one_moment")),
        ),
      ];
    const { today, archive, board, own } = state;
    return [
      h(
        "div",
        { class: "page puzzles", key: "page" },
        h("div", {}, h("h1", {}, t("puzzles")), h("p", { class: "lead" }, t("puzzles_text"))),
        daily(today),
        h(
          "div",
          { class: "two" },
          h("div", { class: "sections" }, practice(state, wish, choose), board ? leaders(board) : null),
          h("div", { class: "sections" }, calendar(archive, today.day, month), own ? streak(own.streak) : null),
        ),
        own?.total ? [rating(own), history(own, more)] : null,
      ),
    ];
  }

  load();
  return { title: () => t("puzzles"), draw };
}

/** What to practise, and what one has not solved yet. */
function practice({ themes, own }, wish, choose) {
  const asked = Object.fromEntries(Object.entries(wish).filter(([, value]) => value));
  const go = (wanted) => trying(() => another(wanted));
  const shown = themes
    .filter(({ puzzles }) => puzzles)
    .map(({ theme, puzzles }) => [theme, `${t(`theme_${theme}`)} (${puzzles})`])
    .sort(([, one], [, other]) => one.localeCompare(other));
  const field = (name, options) =>
    h(
      "label",
      { class: "field" },
      t(`practice_${name}`),
      chosenOf([["", t(`any_${name}`)], ...options], wish[name], choose(name)),
    );
  const failed = own ? own.total - own.solved : 0;
  return h(
    "section",
    { class: "card setting practice", key: "practice", "aria-labelledby": "practice-title" },
    h("h2", { id: "practice-title" }, t("practice")),
    h("p", { class: "faint" }, t("practice_text")),
    h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          go(asked);
        },
      },
      field(
        "kind",
        Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]),
      ),
      field("theme", shown),
      field(
        "rating",
        Object.keys(RATINGS).map((name) => [name, `${t(`rating_${name}`)} (${RATINGS[name]})`]),
      ),
      h("button", { class: "main" }, icon("play"), t("start_practice")),
    ),
    failed
      ? h("button", { class: "retry-failed", onclick: () => go({ failed: "true" }) }, icon("undo"), t("retry_failed"))
      : null,
  );
}
