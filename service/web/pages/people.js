// A player: results, ratings, reliability, games, and the results against the reader.

import { asProblem, get } from "../core/client.js";
import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { session } from "../core/session.js";
import { shownName, t } from "../core/words.js";
import { follow, unfollow } from "../lobby/following.js";
import { replayable } from "../lobby/game_lines.js";
import { gameList, olderButton } from "../lobby/game_list.js";
import { OlderGames } from "../lobby/older_games.js";
import { icon, piece } from "../drawing/pieces.js";
import { achievements, downloads, play } from "../people/play_view.js";
import { profileHead, ratingCurves, reliability, resultTable, versus } from "../people/profile_view.js";
import { solver } from "../puzzles/solver_view.js";
import { block, unblock } from "../reporting/complaints.js";
import { reportForm } from "../reporting/report_view.js";

/** @typedef {{ profile: Profile, games: GamePage, against: Versus | null, puzzles: SolverRecord | null }} Usual */
/** @typedef {Usual & More} Known */
/** @typedef {{ achieved: Achievement[] | null, played: Play[] | null, favourites: GamePage | null }} More */

const FEW = 8; // games shown before somebody asks for more

/**
 * @param {{ player: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const player = decodeURIComponent(at.player);
  const address = `/api/players/${encodeURIComponent(player)}`;
  const isOwn = session.me?.player === player;
  const older = new OlderGames(`${address}/games`, redraw);
  /** @type {Known | null} */
  let loaded = null;
  /** @type {Error | null} */
  let problem = null;
  let most = FEW;
  /** @type {(() => Child[]) | null} */
  let report = null; // the form, while it is open

  /** @param {GamePage} games */
  const more = (games) =>
    games.games.length > most
      ? h(
          "button",
          {
            type: "button",
            class: "more-games",
            onclick: () => {
              most = Infinity;
              redraw();
            },
          },
          t("show_older"),
        )
      : olderButton(older, games);

  /** @param {boolean} isBlocked */
  function showBlocked(isBlocked) {
    if (loaded) loaded.profile.blocked = isBlocked;
    redraw();
  }

  function closeReport() {
    report = null;
    redraw();
  }

  /** @param {Profile} profile */
  const changeBlock = ({ blocked, name }) =>
    withNotice(async () => {
      await (blocked ? unblock(player) : block(player));
      showBlocked(!blocked);
      notice(t(blocked ? "unblocked" : "now_blocked", { name }));
    });

  /** @param {Profile} profile */
  const changeFollow = (profile) =>
    withNotice(async () => {
      const { followed, name } = profile;
      await (followed ? unfollow(player) : follow(player));
      profile.followed = !followed;
      notice(t(followed ? "unfollowed" : "now_followed", { name }));
      redraw();
    });

  /** @param {Profile} profile */
  function openReport({ name, blocked }) {
    const done = (/** @type {boolean} */ isBlocked) => {
      closeReport();
      showBlocked(blocked || isBlocked);
    };
    report = reportForm({ people: [{ player, name }], redraw, done });
    redraw();
  }

  /** @param {Profile} profile */
  const actions = (profile) =>
    h(
      "div",
      { class: "row", key: "actions" },
      profile.blocked && !profile.followed
        ? null
        : h(
            "button",
            { key: "follow", onclick: () => changeFollow(profile) },
            t(profile.followed ? "unfollow" : "follow"),
          ),
      h("button", { key: "block", onclick: () => changeBlock(profile) }, t(profile.blocked ? "unblock" : "block")),
      h("button", { key: "report", onclick: () => openReport(profile) }, icon("flag"), t("report")),
      session.me?.role
        ? h("a", { class: "button", href: `/moderation/${encodeURIComponent(player)}` }, t("moderation"))
        : null,
    );

  async function load() {
    const requests = [
      get(address),
      get(`${address}/games`),
      session.me && !isOwn ? get(`/api/players/${session.me.player}/versus/${encodeURIComponent(player)}`) : null,
      // The rest is worth showing without them.
      ...["/puzzles", "/achievements", "/play"].map((path) => get(address + path).catch(() => null)),
      isOwn ? get(`/api/me/games?status=starred&count=${FEW}`).catch(() => null) : null,
    ];
    try {
      const [profile, games, against, puzzles, achieved, played, favourites] = await Promise.all(requests);
      loaded = {
        profile: { ...profile, name: shownName(profile.name) },
        games,
        against,
        puzzles: isOwn || puzzles?.total ? puzzles : null,
        achieved,
        played: isOwn || played?.length ? played : null,
        favourites,
      };
    } catch (error) {
      problem = asProblem(error);
    }
    redraw();
  }

  function draw() {
    if (problem) return [nobody(problem)];
    if (!loaded) return [h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("looking"))];
    const { profile, games, against, puzzles } = loaded;
    return [
      h(
        "div",
        { key: "person", class: "page person" },
        profileHead(profile, isOwn, session.me ? actions(profile) : null),
        profile.blocked ? h("p", { class: "blocked-note", key: "blocked" }, t("blocked_note")) : null,
        h(
          "div",
          { class: "two" },
          h("div", { class: "sections" }, resultTable(profile), against || puzzles ? reliability(profile) : null),
          h(
            "div",
            { class: "sections" },
            against ? versus(profile.name, against) : null,
            puzzles ? solver(puzzles) : null,
            against || puzzles ? null : reliability(profile),
          ),
        ),
        skill(loaded),
        gameList("games", t("finished_games"), older.all(games.games).slice(0, most).map(replayable), {
          total: games.total,
          empty: h("p", {}, t("no_results_yet")),
          foot: more(games),
        }),
        downloads(address),
      ),
      report
        ? h(
            "dialog",
            {
              class: "card",
              key: "report",
              created: (element) => element.showModal(),
              onclose: closeReport,
              "aria-labelledby": "dialog-title",
            },
            report(),
          )
        : null,
    ];
  }

  load();
  return { title: () => loaded?.profile.name ?? t("profile"), draw };
}

/** @param {{ profile: Profile } & More} known */
const skill = ({ profile, achieved, played, favourites }) => [
  played ? play(played) : null,
  ratingCurves(profile),
  achieved ? achievements(achieved) : null,
  favourites?.games.length
    ? gameList("favourites", t("favourite_games"), favourites.games.map(replayable), { total: favourites.total })
    : null,
];

/** @param {Error} problem */
const nobody = (problem) =>
  h(
    "section",
    { class: "card centred-card", key: "nobody" },
    piece("volcano-3", "portrait"),
    h("h1", {}, t("no_player_title")),
    h("p", {}, problem.message),
    h("div", { class: "row" }, h("a", { class: "button main", href: "/lobby" }, t("to_lobby"))),
  );
