// The lobby: tables to join, games to watch, games to replay.

import { get } from "../core/client.js";
import { h } from "../core/dom.js";
import { isMine, session, waitingKnown } from "../core/session.js";
import { t } from "../core/words.js";
import { joinable, replayable, watchable } from "../lobby/game_lines.js";
import { gameList, olderButton, stale } from "../lobby/game_list.js";
import { OlderGames } from "../lobby/older_games.js";
import { icon } from "../drawing/pieces.js";
import { polled } from "../core/polling.js";
import { seekCard } from "../lobby/seek_card.js";
import { ownSeeks } from "../lobby/seeking.js";
import { ownTables } from "../lobby/own_tables.js";

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const lists = polled(async () => {
    const everybody = ["open", "running", "over"].map((status) => get(`/api/lobby?status=${status}`));
    /** @type {GamePage[]} */
    const [waiting, running, over] = await Promise.all(everybody);
    await waitingKnown();
    return { waiting, running, over, seeks: await ownSeeks() };
  }, redraw);
  const older = new OlderGames("/api/lobby?status=over", redraw);
  const own = ownTables(redraw);
  const seekers = seekCard(redraw, lists.refresh);

  function draw() {
    const { waiting, running, over, seeks } = lists.value ?? {};
    const open = waiting && [...session.invited, ...waiting.games].filter((line) => !isMine(line));
    const tables = waiting && session.games?.filter((line) => line.status === "open" && isMine(line));
    return [
      h(
        "div",
        { key: "lobby", class: "page" },
        h(
          "div",
          { class: "page-head" },
          h("h1", {}, t("lobby")),
          h("a", { class: "button", href: "/leaders/origins-discovery" }, t("leaders")),
          h("a", { class: "button", href: "/tournaments" }, t("tournaments")),
          h("a", { class: "button main", href: "/new" }, icon("play"), t("new_game")),
        ),
        stale(lists.problem),
        seekers(seeks),
        tables?.length ? gameList("own", t("your_open_tables"), tables.map(own)) : null,
        gameList("open", t("open_games"), open?.map((line) => joinable(line, lists.refresh)) ?? null, {
          empty: [h("p", {}, t("none_open")), h("a", { class: "button", href: "/new" }, t("open_a_table"))],
        }),
        gameList("running", t("running_games"), running?.games.map(watchable) ?? null, {
          total: running?.total,
          empty: h("p", {}, t("none_running")),
        }),
        gameList("over", t("finished_games"), over ? older.all(over.games).map(replayable) : null, {
          total: over?.total,
          empty: h("p", {}, t("none_finished")),
          foot: over ? olderButton(older, over) : null,
        }),
      ),
    ];
  }

  return { title: () => t("lobby"), draw, close: lists.close };
}
