// The front page: for newcomers what this is and a game at once, for those who return what waits for them.

import { get } from "../core/client.js";
import { h } from "../core/dom.js";
import { isMine, isMyTurn, session, waitingKnown } from "../core/session.js";
import { t } from "../core/words.js";
import { gamesOfFollowed } from "../lobby/following.js";
import { joinable, replayable, watchable } from "../lobby/game_lines.js";
import { homeView } from "../lobby/home_view.js";
import { beginDeal } from "../deals/beginning.js";
import { dayView } from "../deals/day_view.js";
import { daily } from "../puzzles/daily_view.js";
import { streak as streakCard } from "../puzzles/streak_view.js";
import { gameList, stale } from "../lobby/game_list.js";
import { icon } from "../drawing/pieces.js";
import { picture } from "../drawing/picture.js";
import { polled } from "../core/polling.js";
import { quickGame } from "../lobby/quick_game.js";

const EVERY = 20_000;
const FOLLOWED_EVERY = 60_000;
const SHOWN = 5;
const OF_NEWCOMERS = ["open", "running", "over"];
const OF_RETURNING = ["open", "running"];

/** @typedef {{ open: GamePage, running?: GamePage, over?: GamePage }} Lists what is played by others */

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const quick = quickGame(redraw);
  let reader = readerNow();
  /** @type {Puzzle | null} */
  let today = null;
  /** @type {GameLine | null} */
  let best = null; // the game of the day
  /** @type {DayDeal | null} */
  let deal = null;
  /** @type {Streak | null} */
  let streak = null;
  let news = readNews();
  const lists = polled(readLists, redraw, EVERY);
  const followed = polled(() => news.then(gamesOfFollowed), redraw, FOLLOWED_EVERY);

  /** The page is whole without any of it. */
  function readNews() {
    const parts = [
      waitingKnown(),
      get("/api/puzzles/daily").then((puzzle) => (today = puzzle)),
      get("/api/lobby/game-of-the-day").then(({ game }) => (best = game)),
      get("/api/deals/daily").then((day) => (deal = day)),
      session.me ? get("/api/me/streak").then((record) => (streak = record)) : null,
    ];
    return Promise.all(parts.map((part) => part?.catch(() => {})));
  }

  /** @returns {Promise<Lists>} */
  async function readLists() {
    const wanted = session.me ? OF_RETURNING : OF_NEWCOMERS;
    const pages = await Promise.all(wanted.map((status) => get(`/api/lobby?status=${status}`)));
    await news;
    const [open, running, over] = pages;
    return { open, running, over };
  }

  /** Somebody has signed in or out meanwhile: they are shown something else. */
  function noteReader() {
    if (reader === readerNow()) return;
    reader = readerNow();
    streak = deal = null;
    lists.value = null;
    news = readNews();
    lists.refresh();
    followed.refresh();
  }

  /** Tables to join; first those where a seat is reserved for us. */
  const tables = () => {
    const open = lists.value?.open;
    return open && { games: [...session.invited, ...open.games], total: open.total + session.invited.length };
  };

  const openTables = () =>
    gameList(
      "open",
      t("open_games"),
      lines(tables(), (line) => joinable(line, lists.refresh)),
      {
        total: tables()?.total,
        more: h("a", { href: "/lobby" }, t("to_lobby")),
        empty: [h("p", {}, t("none_open")), h("a", { class: "button", href: "/new" }, t("open_a_table"))],
      },
    );

  const todaysPuzzle = () => today && daily(today, h("a", { href: "/puzzles" }, t("all_puzzles")));

  const todaysDeal = () =>
    deal && dayView(deal, { begin: beginDeal, more: h("a", { href: "/deal" }, t("deal_results")) });

  const bestGame = () => best && gameList("best", t("game_of_the_day"), [replayable(best)]);

  /** What others play now, and the best of what they have played. */
  const othersGames = () => {
    const running = (lists.value?.running?.games ?? []).filter((line) => !isMine(line));
    return [
      running.length ? gameList("live", t("running_games"), running.slice(0, SHOWN).map(watchable)) : null,
      bestGame(),
    ];
  };

  const home = () =>
    homeView({
      waiting: session.waiting,
      others: (session.games ?? []).filter((line) => line.status === "running" && !isMyTurn(line)),
      today: todaysPuzzle(),
      deal: todaysDeal(),
      streak: streak?.longest ? streakCard(streak) : null, // nothing to lose yet
      followed: followed.value ?? [],
      quick: quick.form(),
      somebody: quick.somebody(),
      tables: lists.value ? [openTables(), othersGames()] : null,
      stale: stale(lists.problem),
    });

  const replay = () => {
    const newest = lists.value?.over?.games[0];
    const address = newest ? `/game/${newest.game}/1` : "/lobby";
    return h("a", { class: `button ${newest ? "" : "is-coming"}`, href: address }, icon("eye"), t("watch_a_replay"));
  };

  const hero = () =>
    h(
      "section",
      { class: "hero", key: "hero" },
      h(
        "div",
        { class: "pitch" },
        h(
          "h1",
          {},
          t("front_title")
            .split(/(?<=\.) /)
            .map((part) => h("span", {}, part, " ")),
        ),
        h("p", { class: "lead" }, t("front_text")),
        quick.form(),
        h(
          "div",
          { class: "row" },
          h("a", { class: "button", href: "/new?with=friends" }, icon("person"), t("play_friends")),
          replay(),
        ),
        quick.lessons(),
        h("p", {}, h("a", { href: "/rules" }, t("try_the_rules"))),
      ),
      picture(t("front_picture")),
    );

  /** What must be fetched is drawn all at once, below everything else: nothing moves when it comes. */
  const rest = () => [
    todaysPuzzle(),
    todaysDeal(),
    stale(lists.problem),
    h(
      "ul",
      { class: "points", key: "points" },
      point("clock", t("point_pace"), t("point_pace_text")),
      point("check", t("point_fair"), t("point_fair_text")),
      point("forward", t("point_replay"), t("point_replay_text")),
    ),
    h(
      "div",
      { class: "two", key: "lists" },
      openTables(),
      gameList("running", t("running_games"), lines(lists.value?.running, watchable), {
        total: lists.value?.running?.total,
        more: h("a", { href: "/lobby" }, t("to_lobby")),
        empty: h("p", {}, t("none_running")),
      }),
    ),
    bestGame(),
  ];

  function draw() {
    noteReader();
    if (session.me) return [home()];
    const isKnown = lists.value || lists.problem;
    return [h("div", { key: "front", class: "front" }, hero(), isKnown ? rest() : null)];
  }

  function close() {
    lists.close();
    followed.close();
  }

  // What waits for those who return is drawn whole: it would push away what is below.
  return { title: () => "", draw, close, isReady: () => !session.me || Boolean(lists.value || lists.problem) };
}

const readerNow = () => session.me?.player ?? "";

/**
 * @param {GamePage | null | undefined} list
 * @param {(line: GameLine) => ElementNode} draw
 */
const lines = (list, draw) => (list ? list.games.slice(0, SHOWN).map(draw) : null);

/**
 * @param {string} name
 * @param {string} heading
 * @param {string} text
 */
const point = (name, heading, text) =>
  h("li", {}, h("span", { class: "orb" }, icon(name)), h("div", {}, h("h2", {}, heading), h("p", {}, text)));
