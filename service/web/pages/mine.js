// My games: those that wait for me first, by the time left.

import { read } from "../core/client.js";
import { h } from "../core/dom.js";
import { isMine, session } from "../core/session.js";
import { t } from "../core/words.js";
import { joinable, replayable, urgent, watchable } from "../lobby/game_lines.js";
import { gameList, stale } from "../lobby/game_list.js";
import { older } from "../lobby/older_games.js";
import { ownTables } from "../lobby/own_tables.js";
import { icon, piece } from "../drawing/pieces.js";
import { refreshed } from "../core/polling.js";

export function start(at, redraw) {
  const lists = refreshed(async () => {
    if (!session.me) return { mine: [], over: { games: [], total: 0 } };
    const [mine, over] = await Promise.all([read("/api/me/games"), read(`/api/players/${session.me.player}/games`)]);
    return { mine: mine.games, over };
  }, redraw);
  const before = older(`/api/players/${session.me?.player}/games`, redraw);
  const own = ownTables(redraw, () => lists.now());

  function draw() {
    const { mine, over } = lists.value ?? {};
    const isTurn = (line) => line.turn !== null && line.seats[line.turn].player === session.me?.player;
    const mineAre = (is) => mine?.filter(is) ?? null;
    const waiting = mineAre((line) => line.status === "running" && isTurn(line));
    const others = mineAre((line) => line.status === "running" && !isTurn(line));
    const tables = mineAre((line) => line.status === "open");
    if (mine && !mine.length && !over.games.length)
      return [h("div", { key: "mine", class: "page" }, h("h1", {}, t("my_games")), nothing())];
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
        gameList("waiting", t("your_turn"), waiting?.map(urgent) ?? null, {
          more: waiting?.length ? h("span", { class: "faint key-hint" }, icon("keyboard"), t("key_next_game")) : null,
          empty: h("p", {}, t("none_waiting")),
        }),
        others?.length ? gameList("others", t("others_turn"), others.map(watchable)) : null,
        tables?.length
          ? gameList(
              "own",
              t("your_open_tables"),
              tables.map((line) => (isMine(line) ? own(line) : joinable(line, lists.now))),
            )
          : null,
        over?.games.length
          ? gameList("over", t("finished_games"), before.all(over.games).map(replayable), {
              total: over.total,
              foot: before.button(over),
            })
          : null,
      ),
    ];
  }

  return { title: () => t("my_games"), draw, close: lists.close };
}

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
