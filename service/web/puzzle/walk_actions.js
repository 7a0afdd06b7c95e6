// Looking back: the best line and one's own attempts step by step, and where everybody began.

import { ask } from "../core/client.js";
import { announce, trying } from "../core/notices.js";
import { clamp } from "../core/numbers.js";
import { stepText } from "./walk_view.js";
import { boardOf, movesOf, name } from "./boards.js";

export function walking(desk) {
  /** Shows a line at a step; without one, at its end. */
  async function show(line, at = Infinity) {
    const moves = line === "heat" ? [] : movesOf(desk.state, line);
    const walk = { line, at: clamp(at, 0, moves.length) };
    desk.send({ walk });
    if (!boardOf(desk.state)) await trying(() => fetched(walk, moves.slice(0, walk.at)));
    announce(stepText(desk.state));
  }

  async function fetched(walk, moves) {
    const { territory, score } = await ask("POST", `${desk.address}/moves`, { moves });
    desk.send({ seen: new Map(desk.state.seen).set(name(walk.line, walk.at), { territory, total: score.total }) });
  }

  return {
    show,
    step: (by) =>
      desk.state.walk && desk.state.walk.line !== "heat" && show(desk.state.walk.line, desk.state.walk.at + by),
  };
}
