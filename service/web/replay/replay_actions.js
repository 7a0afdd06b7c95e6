// Stepping through a game. Every step has its own address.

import { announce, withNotice } from "../core/notices.js";
import { clamp } from "../core/numbers.js";
import { replaceAddress } from "../core/router.js";
import { readMade } from "../plans/made.js";
import { slowness } from "../review/grades.js";
import { neighbour, nextShown } from "./stepping.js";

/** @typedef {ReturnType<typeof replayActions>} ReplayActions */

const PACE = 900; // milliseconds for a step at the lowest speed
const FETCHED_BEFORE = 20; // steps around the one shown that are fetched in advance
const FETCHED_AFTER = 40;

/**
 * @param {TableRoom} room
 * @param {TableFollower} following
 */
export function replayActions(room, following) {
  /** @param {string} path after that of the game; a variation has no address */
  const writeAddress = (path) => {
    if (!room.state.line) replaceAddress(`/game/${room.game}${path}${location.search}`);
  };

  /** @param {number} seq */
  async function show(seq) {
    const { last, tables } = room.state;
    if (tables[last]?.status === "over" && room.game) markPlans();
    const at = clamp(seq, 1, last);
    room.send({ type: "show", at });
    writeAddress(`/${at}`);
    announce(room.state.steps[at - 1]?.text ?? "");
    await withNotice(() => following.frames(Math.max(1, at - 1), at)); // a review draws what was due before it
    following.frames(Math.max(1, at - FETCHED_BEFORE), Math.min(last, at + FETCHED_AFTER)).catch(() => {});
  }

  /** The moves that plans have made are marked. It is no more than that, so nothing is said if it cannot be had. */
  const markPlans = () =>
    readMade(room.game)
      .then((isNew) => isNew && room.redraw())
      .catch(() => {});

  function live() {
    writeAddress("");
    room.send({ type: "live", at: room.state.last });
    following.announceTurn();
  }

  /** @type {(kind: StepKind, direction: number) => void} */
  function step(kind, direction) {
    const { state } = room;
    const wanted = neighbour(state, kind, direction);
    if (wanted >= state.last && direction > 0 && state.tables[state.last]?.status === "running") live();
    else show(wanted);
  }

  function autoplay() {
    if (room.state.speed) {
      room.send({ type: "speed", speed: 0 });
      return;
    }
    if (room.state.at >= room.state.last) show(1);
    room.send({ type: "speed", speed: room.state.chosenSpeed });
    tick();
  }

  function tick() {
    const pace = (PACE * slowness(room.state.review, room.state.at)) / room.state.speed;
    room.later(() => {
      const { state } = room;
      if (!state.speed) return;
      if (state.at >= state.last) room.send({ type: "speed", speed: 0 });
      else show(nextShown(state)).then(tick);
    }, pace);
  }

  return {
    show,
    live,
    step,
    autoplay,
    /** @param {number} speed */
    speed: (speed) => room.send({ type: "chosen_speed", speed }),
  };
}
