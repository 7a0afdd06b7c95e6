// Stepping through a game. Every step has its own address.

import { slowness } from "../review/judgements.js";
import { trying } from "../core/notices.js";
import { rename } from "../core/router.js";
import { clamp } from "../core/numbers.js";
import { neighbour, nextShown } from "./stepping.js";

const PACE = 900; // milliseconds for a step at the lowest speed
const BEHIND = 20,
  AHEAD = 40; // steps that are fetched before one comes there

export function travelling(room, following) {
  let chosen = 1; // speed

  async function show(seq) {
    const { last } = room.state;
    const at = clamp(seq, 1, last);
    room.send({ type: "show", at });
    if (!room.state.line) rename(`/game/${room.game}/${at}${location.search}`); // a side line has no address
    await trying(() => following.frames(Math.max(1, at - 1), at)); // a review draws what was due before it
    following.frames(Math.max(1, at - BEHIND), Math.min(last, at + AHEAD)).catch(() => {});
  }

  function live() {
    if (!room.state.line) rename(`/game/${room.game}${location.search}`);
    room.send({ type: "live", at: room.state.last });
    following.yourTurn();
  }

  function step(kind, direction) {
    const { state } = room;
    const wanted = neighbour(state, kind, direction);
    if (wanted >= state.last && direction > 0 && state.tables[state.last]?.status === "running") live();
    else show(wanted);
  }

  function autoplay() {
    if (room.state.speed) return room.send({ type: "speed", speed: 0 });
    if (room.state.at >= room.state.last) show(1);
    room.send({ type: "speed", speed: chosen });
    return tick();
  }

  function tick() {
    room.later(
      () => {
        const { state } = room;
        if (!state.speed) return;
        if (state.at >= state.last) room.send({ type: "speed", speed: 0 });
        else show(nextShown(state)).then(tick);
      },
      (PACE * slowness(room.state.review, room.state.at)) / room.state.speed,
    );
  }

  return {
    show,
    live,
    step,
    autoplay,
    skip: live,
    chosenSpeed: () => chosen,
    speed: (speed) => {
      chosen = speed;
      if (room.state.speed) room.send({ type: "speed", speed });
      else room.redraw();
    },
  };
}
