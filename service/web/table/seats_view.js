// The seats at the table: names, scores, time, and the territories beside the one in the middle.

import { h, cached } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { personName } from "../ui/person_name.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";

/**
 * @param {Clock | null} clock
 * @param {number} seat
 */
export function timeLeft(clock, seat, now = Date.now()) {
  if (!clock) return null;
  if (clock.seat === seat && clock.due) return timeText((Date.parse(clock.due) - now) / 1000);
  const left = clock.left?.[seat] ?? null;
  return left === null ? null : timeText(left);
}

/** @param {number} seconds */
function timeText(seconds) {
  const left = Math.max(0, seconds);
  if (left >= 2 * 86400) return t("days_left", { count: Math.floor(left / 86400) });
  /** @param {number} value */
  const padded = (value) => String(Math.floor(value)).padStart(2, "0");
  return left >= 3600
    ? `${Math.floor(left / 3600)}:${padded((left % 3600) / 60)} h`
    : `${padded(left / 60)}:${padded(left % 60)}`;
}

/**
 * `player` is whose profile the name leads to, if it does.
 * @param {Table} table
 * @param {number} number
 * @param {Clock | null} clock
 * @param {string | null} player
 */
export function nameplate(table, number, clock, player = null) {
  const seat = table.seats[number];
  const chief = chiefOf(table.rules.game);
  const isTurn = table.seat === number && table.status === "running";
  const standing = table.standings?.find((entry) => entry.seat === number);
  const time = timeLeft(clock, number);
  return h(
    "div",
    { class: `nameplate seat-${number} ${isTurn ? "acts" : ""}` },
    h("span", { class: "chief" }, piece(chief)),
    h(
      "span",
      { class: "name" },
      player ? personName(seat.name, player, "") : seat.name,
      table.viewer === number ? h("span", { class: "you" }, t("you")) : null,
    ),
    seat.bot
      ? h(
          "span",
          { class: "faint bot", title: t("bot") },
          icon("bot"),
          seat.name.startsWith(word("levels", seat.bot)) ? null : word("levels", seat.bot),
        )
      : null,
    time ? h("span", { class: "time" }, icon("clock"), time) : null,
    standing ? h("span", { class: "rank" }, t("rank", { rank: standing.rank })) : null,
    h("b", { class: "total", title: t("points_now") }, seat.score.total),
  );
}

/**
 * @param {GameName} game
 * @param {Seat} seat
 * @param {number} number
 * @param {Set<number | null>} fresh
 * @param {Cell[] | null} lit
 * @param {Child} held
 */
function small(game, seat, number, fresh, lit, held) {
  const own = seat.territory.squares.map((square) => square.domino).filter((domino) => fresh.has(domino));
  return cached(`small${number}`, [game, seat.name, seat.territory, own, lit, held], () =>
    territory({ game, seat, number, fresh, lit, held, label: t("territory_of", { name: seat.name }) }),
  );
}

/**
 * The other territories; pressing one brings it into the middle. `held(number)` is drawn over one.
 * @param {Table} table
 * @param {TableState} state
 * @param {number} inMiddle
 * @param {(seat: number) => void} look
 * @param {Set<number | null>} fresh
 * @param {(seat: number) => Child} held
 */
export function others(table, state, inMiddle, look, fresh, held) {
  const numbers = table.seats.map((_, number) => number).filter((number) => number !== inMiddle);
  return h(
    "section",
    { class: `others of-${numbers.length}`, key: "others", "aria-label": t("other_territories") },
    numbers.map((number) => {
      const seat = table.seats[number];
      return h(
        "button",
        {
          key: number,
          class: "other",
          onclick: () => look(number),
          "aria-label": t("look_at", { name: seat.name, points: seat.score.total }),
        },
        nameplate(table, number, state.clock),
        small(table.rules.game, seat, number, fresh, state.lit?.seat === number ? state.lit.cells : null, held(number)),
      );
    }),
  );
}
