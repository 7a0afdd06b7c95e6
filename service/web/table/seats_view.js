// The seats at the table: names, scores, time, and the territories beside the large one.

import { speaking } from "../board/cavemen_speak.js";
import { h, cached } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { clockTime, restOf } from "../ui/moments.js";
import { kindMark, personName } from "../ui/person_name.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";
import { territory } from "../drawing/territory.js";
import { SEEN } from "./state.js";

const RESOURCES = ["mammoth", "fish", "mushroom", "flint"];

/**
 * @param {Clock | null} clock
 * @param {number} seat
 */
export function timeLeft(clock, seat, now = Date.now()) {
  if (!clock) return null;
  if (clock.seat === seat && clock.due) return clockTime((Date.parse(clock.due) - now) / 1000);
  const left = clock.left?.[seat] ?? null;
  return left === null ? null : clockTime(left);
}

/**
 * `player` is whose profile the name leads to, if it does.
 * @param {Table} table
 * @param {number} number
 * @param {Clock | null} clock
 * @param {SeatedPlayer | undefined} player
 */
export function nameplate(table, number, clock, player = undefined) {
  const seat = table.seats[number];
  const chief = chiefOf(table.rules.game);
  const isTurn = table.seat === number && table.status === "running";
  const standing = table.standings?.find((entry) => entry.seat === number);
  const time = timeLeft(clock, number);
  return h(
    "span",
    { class: `nameplate seat-${number} ${isTurn ? "acts" : ""}` },
    h("span", { class: "chief", title: isTurn ? t("to_move") : undefined }, piece(chief), marksOf(player)),
    h(
      "span",
      { class: "name" },
      player ? personName(seat.name, player.player, "") : seat.name,
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
    time ? h("span", { class: "time" }, icon(restOf(clock, number) ? "pause" : "clock"), time) : null,
    standing ? h("span", { class: "rank" }, t("rank", { rank: standing.rank })) : null,
    h("b", { class: "total", title: t("points_now") }, seat.score.total),
  );
}

/** @type {(player: SeatedPlayer | undefined) => Child} */
const marksOf = (player) => [
  player?.kind === "guest" && kindMark("guest"),
  player?.isHere && h("span", { class: "here", role: "img", title: t("is_here") }),
];

/**
 * For a name inside a button or a frame, where there is no room for a link.
 * @param {SeatedPlayer | undefined} player
 */
export const unlinked = (player) => player && { ...player, player: null };

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
    territory({
      game,
      seat,
      number,
      fresh,
      lit,
      held,
      speaks: speaking(seat.score),
      label: t("territory_of", { name: seat.name }),
    }),
  );
}

/**
 * What a seat has gathered: each resource with its number, or the totem of that resource in its place.
 * @param {Table} table
 * @param {number} number
 */
export function goods(table, number) {
  if (!table.totems && !table.cave) return null;
  const gathered = table.seats[number].territory.squares.map((square) => square.resource);
  return h(
    "span",
    { class: "goods" },
    RESOURCES.map((kind) => {
      const isHeld = table.totems?.[kind] === number;
      return h(
        "span",
        {
          key: kind,
          class: isHeld ? "held" : "",
          title: isHeld ? [word("totems", kind), t(`totem_worth_${kind}`)].join(": ") : word("resources", kind),
        },
        piece(isHeld ? `totem-${kind}` : kind),
        gathered.filter((resource) => resource === kind).length,
      );
    }),
  );
}

/**
 * The territories beside the large one. The one that is large leaves its card to the one at home, so that a second
 * press on the same card brings that one back. `look` also learns whether the card shows the territory, for which
 * small windows have no room. `held(number)` is drawn over one.
 * @param {Table} table
 * @param {TableState} state
 * @param {number} large
 * @param {(seat: number, isSeen: boolean) => void} look
 * @param {Set<number | null>} fresh
 * @param {(seat: number) => Child} held
 */
export function others(table, state, large, look, fresh, held) {
  const home = table.viewer ?? 0;
  const numbers = table.seats.map((_, number) => number).filter((number) => number !== home);
  return h(
    "section",
    { class: `others of-${numbers.length}`, key: "others", "aria-label": t("other_territories") },
    numbers.map((place) => {
      const number = place === large ? home : place;
      const seat = table.seats[number];
      const isTurn = table.seat === number && table.status === "running";
      return h(
        "button",
        {
          key: place,
          class: `other seat-${number} ${isTurn ? "acts" : ""}`,
          onclick: ({ currentTarget }) => look(number, isSeen(currentTarget)),
          title: seat.name,
          "aria-label": [t("look_at", { name: seat.name, points: seat.score.total }), isTurn ? t("to_move") : null]
            .filter(Boolean)
            .join(", "),
        },
        nameplate(table, number, state.clock, unlinked(state.players[number])),
        goods(table, number),
        state.seen < SEEN.own
          ? h("svg", { class: `territory seat-${number}`, "aria-hidden": "true" }) // it takes the same room
          : small(table.rules.game, seat, number, fresh, litOn(state, number), held(number)),
      );
    }),
  );
}

/** @type {(state: TableState, seat: number) => Cell[] | null} */
const litOn = ({ lit }, seat) => (lit?.seat === seat ? lit.cells : null);

/** @type {(card: Element) => boolean} */
const isSeen = (card) => Boolean(card.querySelector(".territory")?.getClientRects().length);
