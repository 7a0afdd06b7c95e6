// What can be done on one's own territory now, as the territory's drawing wants to know it.

import { same } from "../core/cells.js";
import { placements, recruiting, targets } from "./picking.js";
import { ghost } from "../drawing/territory.js";

/** Spots, ghost and listeners; null if nothing is to be done there. */
export function offered(table, state, acts) {
  const { choices, pick } = state;
  const now = recruiting(choices, pick);
  if (choices.step !== "place" && choices.step !== "fire" && !(now && pick.caveman)) return null;
  const listeners = {
    onpointermove: acts.hover,
    onpointerleave: acts.leave,
    onclick: acts.press,
    onwheel: acts.wheel,
    onkeydown: acts.boardKey,
  };
  if (choices.step === "place") {
    const slot = table.line.find((candidate) => candidate.domino === table.domino);
    const cells = placements(choices).flatMap((move) => [move.a, move.b]);
    const spots = cells.filter((cell, index) => cells.findIndex((other) => same(other, cell)) === index);
    return { listeners, spots, held: pick.spot && slot ? ghost(table.rules.game, slot, pick.spot) : null };
  }
  if (choices.step === "fire") return { listeners, spots: targets(choices).map((move) => move.at), aim: pick.aim };
  return { listeners, spots: [...now.payable, ...now.free], taken: pick.spend, aim: pick.aim };
}
