// Choosing on one's own territory from what is offered: by pointer, finger or keys.

import { among, ARROWS, cellName, same } from "../core/cells.js";
import { announce } from "../core/notices.js";
import { moved, placements, recruit, recruitAt, recruiting, spotAt, targets, towards, turned } from "./picking.js";
import { cellAt } from "../drawing/territory.js";

/** `room` has what is offered and what is picked in its `state`, says whether one `canMove`, and can `pick`. */
export function aiming(room, play) {
  /** The cells that can be chosen now, one by one. */
  function cells() {
    const { choices, pick } = room.state;
    if (choices.step === "fire") return targets(choices).map((target) => target.at);
    const now = recruiting(choices, pick);
    return now ? [...now.payable, ...now.free, ...pick.spend] : [];
  }

  /** Shows what pressing the cell would do. */
  function point(cell) {
    if (!room.canMove) return;
    const { choices, pick } = room.state;
    const shown =
      choices.step === "place"
        ? { spot: spotAt(choices, pick, cell) }
        : { aim: cells().find((other) => same(other, cell)) ?? null };
    if (shown.spot !== undefined ? shown.spot !== pick.spot : shown.aim !== pick.aim) room.pick(shown);
  }

  /** Does what can be done at a cell; a finger first shows it, and does it when it comes again. */
  function choose(cell, isSure = true) {
    if (!room.canMove) return;
    const { choices, pick } = room.state;
    if (choices.step === "place") {
      const isThere = pick.spot && among([pick.spot.a, pick.spot.b], cell);
      const spot = isThere ? pick.spot : spotAt(choices, pick, cell);
      if (spot && (isSure || isThere)) play(spot);
      else room.pick({ spot });
    } else if (choices.step === "fire") {
      if (!among(cells(), cell)) return;
      if (isSure || (pick.aim && same(pick.aim, cell))) play({ type: "fire", at: cell });
      else room.pick({ aim: cell });
    } else if (choices.recruit && pick.caveman) {
      room.pick(recruitAt(choices, pick, cell));
      if (room.state.pick.at) play(recruit(room.state.pick));
    }
  }

  function boardKey(event) {
    if (!room.canMove || event.ctrlKey || event.metaKey || event.altKey) return;
    const { choices, pick } = room.state;
    const direction = ARROWS[event.key];
    if (direction) {
      event.preventDefault();
      if (choices.step === "place") room.pick(moved(choices, pick, direction));
      else
        room.pick({ aim: (pick.aim ? towards(cells(), (cell) => cell, pick.aim, direction) : cells()[0]) ?? pick.aim });
      say();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (choices.step === "place" && pick.spot) play(pick.spot);
      else if (pick.aim) choose(pick.aim);
    }
  }

  /** Reads out where the domino, the fire or the caveman would go. */
  function say() {
    const { choices, pick } = room.state;
    if (pick.spot) announce(choices.notation[choices.moves.indexOf(pick.spot)]);
    else if (pick.aim) announce(cellName(pick.aim));
  }

  const turn = (by) => room.canMove && room.pick(turned(room.state.choices, room.state.pick, by));
  const isMouse = (event) => event.pointerType === "mouse";

  return {
    turn,
    choose: (caveman, source = null, index = null) =>
      room.pick({ caveman, source, index, spend: [], at: null, aim: null }),
    cell: choose,
    hover: (event) => isMouse(event) && point(cellAt(event)),
    leave: (event) => isMouse(event) && room.pick({ spot: null, aim: null }),
    press: (event) => choose(cellAt(event), event.pointerType !== "touch"),
    wheel: (event) => {
      if (!room.canMove || !placements(room.state.choices).length) return;
      event.preventDefault();
      turn(event.deltaY > 0 ? 1 : -1);
    },
    boardKey,
  };
}
