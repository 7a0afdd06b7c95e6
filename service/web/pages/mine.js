// My games: those that wait for me first, by the time left.

import { get } from "../core/client.js";
import { h } from "../core/dom.js";
import { isMine, isMyTurn, session } from "../core/session.js";
import { t } from "../core/words.js";
import { joinable, replayable, urgent, watchable } from "../lobby/game_lines.js";
import { gameList, olderButton, stale } from "../lobby/game_list.js";
import { OlderGames } from "../lobby/older_games.js";
import { ownTables } from "../lobby/own_tables.js";
import { icon, piece } from "../drawing/pieces.js";
import { polled } from "../core/polling.js";

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const lists = polled(async () => {
    /** @type {GamePage} */
    const none = { games: [], total: 0 };
    if (!session.me) return { mine: none.games, over: none };
    /** @type {GamePage[]} */
    const [mine, over] = await Promise.all([get("/api/me/games"), get(`/api/players/${session.me.player}/games`)]);
    return { mine: mine.games, over };
  }, redraw);
  const older = new OlderGames(`/api/players/${session.me?.player}/games`, redraw);
  const own = ownTables(redraw, () => lists.refresh());

  function draw() {
    const { mine, over } = lists.value ?? {};
    if (mine?.length === 0 && over?.games.length === 0) {
      return [h("div", { key: "mine", class: "page" }, h("h1", {}, t("my_games")), nothing())];
    }
    return [
      h(
        "div",
        { key: "mine", class: "page" },
        h(
          "div",
          { class: "page-head" },
          h("h1", {}, t("my_games")),
          h("a", { class: "button main", href: "/new" }, icon("play"), t("new_game")),
        ),
        stale(lists.problem),
        waitingList(mine?.filter((line) => line.status === "running" && isMyTurn(line))),
        othersList(mine?.filter((line) => line.status === "running" && !isMyTurn(line)) ?? []),
        tableList(mine?.filter((line) => line.status === "open") ?? []),
        over?.games.length
          ? gameList("over", t("finished_games"), older.all(over.games).map(replayable), {
              total: over.total,
              foot: olderButton(older, over),
            })
          : null,
      ),
    ];
  }

  /** @param {GameLine[]} tables */
  const tableList = (tables) =>
    tables.length
      ? gameList(
          "own",
          t("your_open_tables"),
          tables.map((line) => (isMine(line) ? own(line) : joinable(line, lists.refresh))),
        )
      : null;

  return { title: () => t("my_games"), draw, close: lists.close };
}

/** @param {GameLine[] | undefined} waiting */
const waitingList = (waiting) =>
  gameList("waiting", t("your_turn"), waiting?.map(urgent) ?? null, {
    more: waiting?.length ? h("span", { class: "faint key-hint" }, icon("keyboard"), t("key_next_game")) : null,
    empty: h("p", {}, t("none_waiting")),
  });

/** @param {GameLine[]} others */
const othersList = (others) => (others.length ? gameList("others", t("others_turn"), others.map(watchable)) : null);

const nothing = () =>
  h(
    "section",
    { class: "card centred-card" },
    piece("chief", "portrait"),
    h("h2", {}, t("no_games_title")),
    h("p", {}, t("no_games_text")),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "/new" }, icon("play"), t("new_game")),
      h("a", { class: "button", href: "/lobby" }, t("to_lobby")),
      session.me?.account ? null : h("a", { class: "button", href: "/sign-in" }, t("sign_in")),
    ),
  );
