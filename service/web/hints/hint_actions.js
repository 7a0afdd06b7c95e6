// Asking for a hint, and climbing from vague to exact.

import { ask, of, read } from "../core/client.js";
import { ladder } from "./ladder.js";
import { announce } from "../core/notices.js";
import { HINTS, prefer, preferred } from "../core/preferences.js";
import { rungText } from "./hint_view.js";

const LOOK_EVERY = 120; // milliseconds
const EXACT = 9; // more rungs than any ladder has

const startsExact = () => preferred("hints", HINTS[0]) === "exact";

export function hinting(room) {
  const isWanted = (seq) => room.state.hint?.seq === seq && !room.isClosed;

  async function hint() {
    if (!room.canMove || room.state.line) return;
    if (room.state.hint) return deeper();
    const seq = room.state.last;
    room.send({
      type: "hint",
      hint: {
        seq,
        status: "queued",
        progress: 0,
        moves: [],
        rung: startsExact() ? EXACT : 0,
        chosen: 0,
        problem: null,
      },
    });
    try {
      let found = await ask("POST", of(room.game, "/hints", { at: seq }));
      while (isWanted(seq) && ["queued", "running"].includes(found.status)) {
        room.send({ type: "hint", hint: found });
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        found = await read(of(room.game, `/hints/${found.hint}`));
      }
      if (isWanted(seq)) room.send({ type: "hint", hint: found.status === "stale" ? null : found });
      say();
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      if (isWanted(seq)) room.send({ type: "hint", hint: { status: "refused", problem: problem.message } });
    }
  }

  /** Reads out the rung that is reached. */
  function say() {
    const { state } = room;
    const rungs =
      state.hint?.status === "done" && room.canMove
        ? ladder(state.tables[state.last], state.choices, state.hint.moves)
        : [];
    const rung = rungs[Math.min(state.hint?.rung ?? 0, rungs.length - 1)];
    if (rung) announce(rungText(state.tables[state.last], rung, state.hint.moves[0]));
  }

  /** A rung further; behind the last one it is put away. */
  function deeper() {
    const { hint: known, tables, last, choices } = room.state;
    const isSearching = ["queued", "running"].includes(known.status);
    const isLast = !isSearching && known.rung + 1 >= ladder(tables[last], choices, known.moves).length;
    room.send({ type: "hint", hint: isLast ? null : { rung: known.rung + 1 } });
    say();
  }

  return {
    hint,
    chooseHint: (chosen) => room.send({ type: "hint", hint: { chosen } }),
    closeHint: () => room.send({ type: "hint", hint: null }),
    startExact: (is) => {
      prefer("hints", is ? "exact" : "vague");
      if (is) room.send({ type: "hint", hint: { rung: EXACT } });
      else room.redraw();
    },
    startsExact,
  };
}
