// The front page: what this is, a game to start at once, and what is being played.

import { get } from "../core/client.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { session, waitingKnown } from "../core/session.js";
import { t, word } from "../core/words.js";
import { joinable, urgent, watchable } from "../lobby/game_lines.js";
import { select, KINDS, LEVELS, shortTitle } from "../ui/game_kinds.js";
import { daily } from "../puzzles/daily_view.js";
import { gameList, stale } from "../lobby/game_list.js";
import { icon } from "../drawing/pieces.js";
import { picture } from "../drawing/picture.js";
import { polled } from "../core/polling.js";
import { openTable } from "../lobby/seating.js";

const EVERY = 20_000;
const SHOWN = 5;

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  /** @type {{ kind: import("../ui/game_kinds.js").KindName, level: Level }} */
  const chosen = { kind: "discovery", level: "flint" };
  let isOpening = false;
  /** @type {Puzzle | null} */
  let today = null;
  const news = Promise.all([
    waitingKnown(),
    get("/api/puzzles/daily")
      .then((puzzle) => (today = puzzle))
      .catch(() => {}), // the page is whole without it
  ]);
  const lists = polled(
    async () => {
      /** @type {GamePage[]} */
      const [waiting, running, over] = await Promise.all(
        ["open", "running", "over"].map((status) => get(`/api/lobby?status=${status}`)),
      );
      await news;
      return { waiting, running, over };
    },
    redraw,
    EVERY,
  );

  async function play() {
    if (isOpening) return;
    isOpening = true;
    redraw();
    const { game, mode } = KINDS[chosen.kind];
    await withNotice(() => openTable({ rules: { game, mode, seats: 2 }, seats: [{ bot: chosen.level }] }));
    isOpening = false;
    redraw();
  }

  async function playSomebody() {
    if (isOpening) return;
    isOpening = true;
    redraw();
    await withNotice(async () => {
      const { lookFor, seekDefaults } = await import("../lobby/seeking.js");
      await lookFor({ ...seekDefaults(), kind: chosen.kind });
    });
    isOpening = false;
    redraw();
  }

  /** @param {"kind" | "level"} name */
  const choose = (name) => (/** @type {string} */ value) => {
    Object.assign(chosen, { [name]: value });
    redraw();
  };

  const quick = () =>
    h(
      "form",
      {
        class: "quick",
        onsubmit: (event) => {
          event.preventDefault();
          play();
        },
      },
      h("button", { class: "main move big", disabled: isOpening }, icon("play"), t("play_a_bot")),
      h(
        "div",
        { class: "quick-choice" },
        h(
          "label",
          {},
          h("span", {}, t("game")),
          select(
            Object.entries(KINDS).map(([name, kind]) => [name, shortTitle(kind)]),
            chosen.kind,
            choose("kind"),
          ),
        ),
        h(
          "label",
          {},
          h("span", {}, t("which_bot")),
          select(
            LEVELS.map((level) => [level, word("levels", level)]),
            chosen.level,
            choose("level"),
          ),
        ),
      ),
    );

  /** Tables to join; first those where a seat is reserved for us. */
  const tables = () => {
    const waiting = lists.value?.waiting;
    return waiting && { games: [...session.invited, ...waiting.games], total: waiting.total + session.invited.length };
  };

  const replay = () => {
    const newest = lists.value?.over.games[0];
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
        quick(),
        h(
          "div",
          { class: "row" },
          session.me
            ? h(
                "button",
                { key: "somebody", disabled: isOpening, onclick: playSomebody },
                icon("person"),
                t("play_somebody"),
              )
            : null,
          h("a", { class: "button", href: "/new?with=friends" }, icon("person"), t("play_friends")),
          replay(),
        ),
      ),
      picture(t("front_picture")),
    );

  const turns = () =>
    session.waiting.length
      ? gameList("waiting", t("your_turn"), session.waiting.slice(0, SHOWN).map(urgent), {
          total: session.waiting.length,
          more: h("a", { href: "/games" }, t("my_games")),
        })
      : null;

  /** What must be fetched is drawn all at once, below everything else: nothing moves when it comes. */
  const rest = () => [
    turns(),
    today ? daily(today, h("a", { href: "/puzzles" }, t("all_puzzles"))) : null,
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
      gameList(
        "open",
        t("open_games"),
        lines(tables(), (line) => joinable(line, lists.refresh)),
        {
          total: tables()?.total,
          more: h("a", { href: "/lobby" }, t("to_lobby")),
          empty: [h("p", {}, t("none_open")), h("a", { class: "button", href: "/new" }, t("open_a_table"))],
        },
      ),
      gameList("running", t("running_games"), lines(lists.value?.running, watchable), {
        total: lists.value?.running.total,
        more: h("a", { href: "/lobby" }, t("to_lobby")),
        empty: [h("p", {}, t("none_running")), lists.value?.over.total ? null : h("p", {}, t("no_replay_yet"))],
      }),
    ),
  ];

  const draw = () => [h("div", { key: "front", class: "front" }, hero(), lists.value || lists.problem ? rest() : null)];

  return { title: () => "", draw, close: lists.close };
}

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
