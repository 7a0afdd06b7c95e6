// The table: play, watch, and step through a game.

import { choosesByKeys, moveAmongButtons } from "../board/focus.js";
import { t } from "../core/words.js";
import { tableActions } from "../table/actions.js";
import { Following } from "../table/following.js";
import { Room } from "../table/room.js";
import { isNow, shown } from "../table/state.js";
import { tableView } from "../table/table_view.js";

/** @typedef {import("../table/actions.js").TableActions} TableActions */

/**
 * @param {{ game: string, step?: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const room = new Room(at.game, redraw);
  const following = new Following(room);
  const actions = tableActions(room, following);
  const ticking = setInterval(() => room.state.clock?.due && redraw(), 1000);
  following.open(at.step === undefined ? undefined : Number(at.step)).then(() => {
    if (new URLSearchParams(location.search).has("review")) actions.review.reopen();
    actions.player?.resume();
  });
  return {
    bare: true,
    isReady: () => Boolean(room.state.at || room.state.problem || room.state.waiting),
    title: () => (room.canMove ? t("your_turn") : (playersOf(room.state) ?? t("table"))),
    draw: () => tableView(shownState(room), actions),
    key: (event) => key(room, actions, event),
    moved: (page, wanted) => {
      if (page !== "game" || wanted.game !== at.game || !room.state.last || room.state.problem) return false;
      if (wanted.step === undefined) actions.replay.live();
      else actions.replay.show(Number(wanted.step));
      return true;
    },
    close: () => {
      room.close();
      following.close();
      actions.ending.leave();
      clearInterval(ticking);
    },
  };
}

/** @param {TableState} state */
const playersOf = (state) =>
  shown(state)
    ?.seats.map((seat) => seat.name)
    .join(" – ");

/** @type {(room: Room) => ShownState} */
const shownState = (room) => ({
  ...room.state,
  canMove: room.canMove,
  isNow: isNow(room.state),
});

/** @type {(room: Room, actions: TableActions, event: On<KeyboardEvent>) => boolean} */
function key({ state }, actions, event) {
  const { game, hints, player, replay, review } = actions;
  if (moveAmongButtons(event)) return true;
  if (event.target.type === "range") return false;
  const isPlaying = state.isLive && shown(state)?.status === "running";
  if (isPlaying && choosesByKeys() && event.key.startsWith("Arrow")) return true; // not into the past
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowLeft: () => replay.step("step", -1),
    ArrowRight: () => replay.step("step", 1),
    ArrowUp: () => replay.step(event.shiftKey ? "round" : "turn", -1),
    ArrowDown: () => replay.step(event.shiftKey ? "round" : "turn", 1),
    ",": () => replay.step("step", -1),
    ".": () => replay.step("step", 1),
    Home: () => replay.show(1),
    End: replay.live,
    p: replay.autoplay,
    r: () => player?.board.turn(1),
    R: () => player?.board.turn(-1),
    u: () => (state.line || shown(state)?.may_undo) && isNow(state) && player?.undo(),
    h: hints.ask,
    v: () => (state.review ? review.close() : review.open()),
    m: () => review.toMistake(1),
    M: () => review.toMistake(-1),
    t: () => review.toTurningPoint(1),
    T: () => review.toTurningPoint(-1),
    Escape: () => escape(state, actions),
    "?": () => game.openDialog({ type: "keys" }),
  };
  const isForNote = event.key === "Escape" && document.querySelector(".tip:popover-open");
  if (!keys[event.key] || !state.last || isForNote || document.querySelector("dialog[open]")) return false;
  keys[event.key]();
  return true;
}

/**
 * Out of what is open: a hint, another's territory, a moment of the past, a variation.
 * @type {(state: TableState, actions: TableActions) => void}
 */
function escape(state, actions) {
  if (state.hint) actions.hints.close();
  else if (state.large !== null) actions.game.enlarge(null);
  else if (state.at < state.last) actions.replay.live();
  else if (state.line) actions.variation.close();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
