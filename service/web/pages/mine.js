// My games: what happened meanwhile, then those that wait for me by the time left, and all others; made to find one
// of many.

import { get, request } from "../core/client.js";
import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { fetched } from "../core/on_demand.js";
import { replaceAddress } from "../core/router.js";
import { isMine, isMyTurn, onOwnGame, session, waitingKnown } from "../core/session.js";
import { t } from "../core/words.js";
import { called, filterFields } from "../lobby/filter_view.js";
import { EVERYTHING, fits, readFilter, wantsAll, writeFilter } from "../lobby/game_filter.js";
import { joinable, replayable, urgent, watchable } from "../lobby/game_lines.js";
import { gamesOfFollowed } from "../lobby/following.js";
import { gameList, olderButton, stale } from "../lobby/game_list.js";
import { meanwhileCard } from "../lobby/meanwhile_view.js";
import { problemOf, saveNotes } from "../lobby/notes.js";
import { labelOf, notesBeside, notesForm } from "../lobby/notes_view.js";
import { OlderGames } from "../lobby/older_games.js";
import { ownTables } from "../lobby/own_tables.js";
import { throwingAway } from "../lobby/throwing_away.js";
import { icon, piece } from "../drawing/pieces.js";
import { polled } from "../core/polling.js";

const FINISHED = "/api/me/games?status=over";
const MEANWHILE = "/api/me/meanwhile";
const FEW = 5; // games that are found without looking for them

/**
 * @param {object} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const lists = polled(readFinished, redraw, 0);
  const meanwhile = polled(readReturn, redraw, 0);
  const followed = polled(() => waitingKnown().then(gamesOfFollowed), redraw, 60_000);
  const forget = onOwnGame((line) => line.status === "over" && lists.refresh());
  const older = new OlderGames(`${FINISHED}&count=200`, redraw);
  const own = ownTables(redraw);
  const throwing = throwingAway(redraw);
  let filter = readFilter(location.search);
  let isWhole = false; // all that happened meanwhile
  /** @type {(() => Child[]) | null} */
  let dialog = null;

  /** @param {import("../lobby/game_filter.js").GameFilter} wanted */
  function choose(wanted) {
    filter = wanted;
    replaceAddress(`/games${writeFilter(filter)}`);
    redraw();
  }

  /** @param {GameLine} line */
  const isWanted = (line) => fits(line, filter, session.me?.player ?? "", called);

  /** @param {GameLine} line */
  async function openNotes(line) {
    await fetched(async () => {}, "dialogs");
    const save = (/** @type {import("../lobby/notes.js").Notes} */ notes) =>
      problemOf(() => change(line, notes).then(closeDialog));
    dialog = notesForm(notesIn(line), redraw, save, closeDialog);
    redraw();
  }

  function closeDialog() {
    dialog = null;
    redraw();
  }

  /**
   * Raises a Problem.
   * @type {(line: GameLine, change: Partial<import("../lobby/notes.js").Notes>) => Promise<void>}
   */
  async function change(line, wanted) {
    const notes = await saveNotes(line.game, wanted);
    if (line.status === "over") Object.assign(line, notes); // it is in no list that follows the stream
    redraw();
  }

  /** @type {(line: GameLine) => GameLine} with what we note about it */
  const noted = (line) => ({
    ...line,
    beside: notesBeside(
      line,
      () => openNotes(line),
      (wanted) => withNotice(() => change(line, wanted)),
      throwing(line),
    ),
    under: labelOf(line),
  });

  function draw() {
    const over = lists.value;
    const mine = over && withoutEnded(session.games, over.games);
    if (mine?.length === 0 && over?.games.length === 0) {
      return [h("div", { key: "mine", class: "page" }, h("h1", {}, t("my_games")), nothing())];
    }
    const running = mine?.filter((line) => line.status === "running") ?? [];
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
        meanwhile.value &&
          mine &&
          wantsAll(filter) &&
          meanwhileCard(
            meanwhile.value,
            { waiting: running.filter(isMyTurn), others: running.filter((line) => !isMyTurn(line)) },
            { isWhole, showAll, seen },
          ),
        mine && over ? listsOf(mine, over) : waitingList(null),
        section("followed", t("games_of_followed"), (followed.value ?? []).map(watchable)),
      ),
      dialog ? notesDialog(dialog) : null,
    ];
  }

  /** @type {(mine: GameLine[], over: GamePage) => Child} */
  function listsOf(mine, over) {
    const finished = older.all(over.games);
    const all = [...mine, ...finished];
    const isFiltered = !wantsAll(filter);
    if (isFiltered) older.fetchAll(over);
    const wanted = mine.filter(isWanted);
    const ended = finished.filter(isWanted);
    const running = wanted.filter((line) => line.status === "running");
    const waiting = running.filter(isMyTurn);
    const tables = wanted.filter((line) => line.status === "open");
    const total = mine.length + over.total;
    return [
      total > FEW || isFiltered ? filterFields(filter, all, session.me?.player ?? "", choose) : null,
      isFiltered && !wanted.length && !ended.length
        ? h("div", { class: "empty", key: "none", role: "status" }, h("p", {}, t("filter_none")), allButton())
        : null,
      isFiltered && !waiting.length ? null : waitingList(waiting.map(noted).map(urgent)),
      section(
        "others",
        t("others_turn"),
        running
          .filter((line) => !isMyTurn(line))
          .map(noted)
          .map(watchable),
      ),
      section(
        "own",
        t("your_open_tables"),
        tables.map((line) => (isMine(line) ? own(noted(line)) : joinable(line, redraw))),
      ),
      ended.length
        ? gameList("over", t("finished_games"), ended.map(noted).map(replayable), {
            total: isFiltered ? ended.length : over.total,
            foot: olderButton(older, over),
          })
        : null,
    ];
  }

  const allButton = () => h("button", { type: "button", onclick: () => choose(EVERYTHING) }, t("filter_clear"));

  /** @param {() => Child[]} content */
  const notesDialog = (content) =>
    h(
      "dialog",
      {
        class: "card",
        key: "notes",
        created: (element) => element.showModal(),
        onclose: closeDialog,
        "aria-labelledby": "dialog-title",
      },
      content(),
    );

  function showAll() {
    isWhole = true;
    redraw();
  }

  const seen = () =>
    withNotice(async () => {
      await request("POST", `${MEANWHILE}/read`, {});
      await meanwhile.refresh();
    });

  function close() {
    forget();
    lists.close();
    meanwhile.close();
    followed.close();
  }

  return {
    title: () => t("my_games"),
    draw,
    close,
    key: (event) => {
      const field = document.getElementById("find-game");
      if (event.key !== "/" || !field || dialog) return false;
      field.focus();
      return true;
    },
    moved: (page) => {
      if (page !== "mine") return false;
      filter = readFilter(location.search);
      return true;
    },
  };
}

/** @returns {Promise<GamePage>} */
async function readFinished() {
  await waitingKnown();
  return session.me ? get(FINISHED) : { games: [], total: 0 };
}

/** @returns {Promise<import("../lobby/meanwhile.js").Meanwhile>} */
async function readReturn() {
  return session.me ? get(MEANWHILE) : { since: null, until: null, notices: [] };
}

/** @param {GameLine} line */
const notesIn = ({ label = "", is_starred = false, is_muted = false }) => ({ label, is_starred, is_muted });

/**
 * Our games without those that have ended since: the list of finished games may know it before the stream says so.
 * @type {(games: GameLine[] | null, over: GameLine[]) => GameLine[] | null}
 */
function withoutEnded(games, over) {
  const ended = new Set(over.map(({ game }) => game));
  return games && games.filter(({ game }) => !ended.has(game));
}

/** @param {Child[] | null} lines */
const waitingList = (lines) =>
  gameList("waiting", t("your_turn"), lines, {
    more: lines?.length ? h("span", { class: "faint key-hint" }, icon("keyboard"), t("key_next_game")) : null,
    empty: h("p", {}, t("none_waiting")),
  });

/** @type {(name: string, heading: string, lines: Child[]) => Child} */
const section = (name, heading, lines) => (lines.length ? gameList(name, heading, lines) : null);

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
