// The lobby: tables to join, games to watch, games to replay.

import { read } from "../core/client.js";
import { h } from "../core/dom.js";
import { isMine, session } from "../core/session.js";
import { t } from "../core/words.js";
import { joinable, replayable, watchable } from "../lobby/game_lines.js";
import { gameList, stale } from "../lobby/game_list.js";
import { older } from "../lobby/older_games.js";
import { icon } from "../drawing/pieces.js";
import { refreshed } from "../core/polling.js";
import { ownTables } from "../lobby/own_tables.js";

export function start(at, redraw) {
  const lists = refreshed(async () => {
    const public_ = ["open", "running", "over"].map((status) => read(`/api/lobby?status=${status}`));
    const [waiting, running, over, mine] = await Promise.all([
      ...public_,
      session.me ? read("/api/me/games") : { games: [] },
    ]);
    const open = mine.games.filter((line) => line.status === "open"); // ours, and those where a seat is kept for us
    return {
      waiting: [...open, ...waiting.games].filter((line) => !isMine(line)),
      running,
      over,
      own: open.filter(isMine),
    };
  }, redraw);
  const before = older("/api/lobby?status=over", redraw);
  const own = ownTables(redraw, () => lists.now());

  function draw() {
    const { waiting, running, over, own: tables } = lists.value ?? {};
    return [
      h(
        "div",
        { key: "lobby", class: "page" },
        h(
          "div",
          { class: "page-head" },
          h("h1", {}, t("lobby")),
          h("a", { class: "button main", href: "/new" }, icon("play"), t("new_game")),
        ),
        stale(lists.problem),
        tables?.length ? gameList("own", t("your_open_tables"), tables.map(own)) : null,
        gameList("open", t("open_games"), waiting?.map((line) => joinable(line, lists.now)) ?? null, {
          empty: [h("p", {}, t("none_open")), h("a", { class: "button", href: "/new" }, t("open_a_table"))],
        }),
        gameList("running", t("running_games"), running?.games.map(watchable) ?? null, {
          total: running?.total,
          empty: h("p", {}, t("none_running")),
        }),
        gameList("over", t("finished_games"), over ? before.all(over.games).map(replayable) : null, {
          total: over?.total,
          empty: h("p", {}, t("none_finished")),
          foot: over ? before.button(over) : null,
        }),
      ),
    ];
  }

  return { title: () => t("lobby"), draw, close: lists.close };
}
