// Lists of games: what is played, who sits there, and what can be done about it.

import { h } from "../core/dom.js";
import { figure, listed, shownName, t, word } from "../core/words.js";
import { isMe } from "../core/session.js";
import { smallBoard } from "../drawing/small_board.js";
import { emblem, gameName, shortTitle, special, title } from "../ui/game_kinds.js";
import { ago, clockText } from "../ui/moments.js";
import { kindMark, personName } from "../ui/person_name.js";
import { hourText } from "../ui/weekdays.js";
import { icon, piece } from "../drawing/pieces.js";

/**
 * One game. `note` is a short text, `act` what can be pressed, `below` is anything else that belongs to it.
 * @param {GameLine} line
 * @param {{ note?: Child, act?: Child, below?: Child, address?: string }} options
 */
export function gameLine(line, { note, act, below, address = `/game/${line.game}` } = {}) {
  const names = line.seats.map(seatName).join(", ");
  return h(
    "li",
    { class: "listed-game", key: line.game },
    boards(line) ?? emblem(line.rules),
    h(
      "div",
      { class: "game-what" },
      h(
        "a",
        { class: "game-name", href: address, "aria-label": `${title(line.rules)}: ${names}` },
        line.rules.mode ? h("span", { class: "box" }, `${gameName(line.rules)} · `) : null,
        shortTitle(line.rules),
      ),
      line.beside,
      line.under,
      h("p", { class: "game-details" }, details(line).join(" · ")),
    ),
    seats(line),
    h("div", { class: "game-act" }, note ? h("span", { class: "game-note" }, note) : null, act),
    below,
  );
}

/**
 * The territories as they are now, of a game of ours only our own; null before it has begun.
 * @param {GameLine} line
 */
export function boards({ seats: all }) {
  const own = all.findIndex((seat) => isMe(seat.player));
  const shown = all.flatMap(({ land }, seat) => (land && (own < 0 || own === seat) ? [smallBoard(land, seat)] : []));
  return shown.length ? h("span", { class: `boards ${shown.length > 1 ? "of-all" : ""}` }, shown) : null;
}

/** @param {GameLine} line */
const details = (line) =>
  [
    ...special(line.rules),
    line.is_record ? t("a_record") : null,
    line.clock || line.status === "open" ? clockText(line.clock) : null,
    line.is_rated ? t("rated") : null,
    ...(line.status === "open" ? agreed(line) : []),
    line.of_day ? t("deal_of_the_day") : line.is_private ? t("private") : null,
    line.status === "open" ? null : ago(line.touched),
  ].filter(Boolean);

/**
 * What those who sit down agree to. Only rated games among people can go without what a move earns.
 * @param {GameLine} line
 */
const agreed = ({ seats: all, is_rated: isRated, has_hints: hasHints, has_earnings: hasEarnings, rests }) => [
  rests && restsText(rests),
  hasHints ? t("hints_for_all") : null,
  isRated && all.filter((seat) => !seat.bot).length > 1 ? t(hasEarnings ? "earnings_shown" : "earnings_hidden") : null,
];

/** @param {NonNullable<GameLine["rests"]>} rests */
function restsText({ days_off: hasDaysOff, holidays: hasHolidays, quiet }) {
  const when = [
    hasDaysOff ? t("line_rests_days_off") : "",
    hasHolidays ? t("line_rests_holidays") : "",
    quiet ? t("line_rests_quiet", { begin: hourText(quiet[0]), end: hourText(quiet[1]) }) : "",
  ].filter(Boolean);
  return when.length ? t("line_rests", { when: listed(when) }) : t("line_rests_never");
}

/** @param {GameLine["seats"][number]} seat */
export const seatName = (seat) =>
  seat.bot
    ? t("bot_of_level", { level: word("levels", seat.bot) })
    : seat.name === null
      ? t("free_seat")
      : shownName(seat.name);

/** @param {GameLine} line */
function seats(line) {
  return h(
    "ul",
    { class: "seated-players", "aria-label": t("players") },
    line.seats.map((seat, number) => {
      const turn = line.status === "running" && line.turn === number;
      const isOpen = seat.name === null;
      return h(
        "li",
        { class: `sitter seat-${number}${isOpen ? " vacant" : ""}${turn ? " moves-now" : ""}` },
        isOpen ? null : seat.kind === "guest" ? kindMark(seat.kind) : icon(seat.bot ? "bot" : "person"),
        personName(seatName(seat), seat.player),
        turn ? h("span", { class: "unseen" }, t("to_move")) : null,
        (seat.finished ?? seat.rating ?? null) === null ? null : record(seat),
        seat.total === null ? null : h("b", {}, seat.total),
        seat.rank === 1 ? [piece("crown", "won-crown"), h("span", { class: "unseen" }, t("winner"))] : null,
      );
    }),
  );
}

/**
 * What somebody at an open table has shown so far.
 * @param {GameLine["seats"][number]} seat
 */
function record({ rating, finished }) {
  const shown = rating === null ? null : figure(rating, { digits: 1 });
  const share = finished === null ? null : `${Math.floor(finished * 100)} %`;
  const parts = [shown, share].filter(Boolean);
  const said = share && shown ? t("seat_record", { rating: shown, share }) : share ? t("seat_share", { share }) : "";
  return h(
    "span",
    { class: "seat-record", title: said || t("seat_rating", { rating: shown ?? "" }) },
    h("span", { "aria-hidden": "true" }, parts.join(" · ")),
    h("span", { class: "unseen" }, said || t("seat_rating", { rating: shown ?? "" })),
  );
}

/**
 * A list of games under a heading; `lines` is null until they are fetched. `empty` says what to do when there are none.
 * @param {string} name
 * @param {string} heading
 * @param {Child[] | null} lines
 * @param {{ empty?: Child, more?: Child, total?: number, foot?: Child }} options
 */
export function gameList(name, heading, lines, { empty, more, total, foot } = {}) {
  const count = total ?? lines?.length ?? 0;
  return h(
    "section",
    { class: "list", key: name, "aria-labelledby": `list-${name}` },
    h(
      "div",
      { class: "list-head" },
      h(
        "h2",
        { id: `list-${name}` },
        heading,
        " ",
        count ? h("span", { class: "tally", "aria-hidden": "true" }, count) : null,
      ),
      more,
    ),
    h("p", { class: "unseen", role: "status" }, lines === null ? "" : t("games_listed", { list: heading, count })),
    lines === null
      ? h("p", { class: "empty" }, t("looking"))
      : lines.length
        ? h("ul", { class: "listed card", role: "list" }, lines)
        : h("div", { class: "empty" }, empty),
    foot,
  );
}

/**
 * Fetches the next page of a list, while there is one.
 * @param {import("./older_games.js").OlderGames} older
 * @param {GamePage} first
 */
export function olderButton(older, first) {
  const start = older.nextStart(first);
  return start
    ? h("button", { type: "button", class: "more-games", onclick: () => older.fetch(start) }, t("show_older"))
    : null;
}

/**
 * Why the lists are out of date.
 * @param {{ message: string } | null} problem
 */
export const stale = (problem) =>
  problem ? h("p", { class: "stale", role: "status", key: "stale" }, problem.message) : null;
