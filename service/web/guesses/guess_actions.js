// Guessing the next move of a game that one watches.

import { asProblem, gameAddress, get, request } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { ensurePlayer } from "../core/session.js";
import { guessView } from "./guess_view.js";

/** @param {TableRoom} room */
export function guessActions(room) {
  const address = () => gameAddress(room.game, "/guesses");
  /** @type {{ seq: number, moves: Move[] }} */
  let offered = { seq: 0, moves: [] };
  /** @type {ShownGuesses} */
  let shown = { own: [], people: [] };
  let problem = "";
  let isBusy = false;

  /** @param {() => Promise<unknown>} work */
  async function busy(work) {
    isBusy = true;
    problem = "";
    try {
      await work();
    } catch (error) {
      problem = asProblem(error).message;
    }
    isBusy = false;
    room.redraw();
  }

  async function load() {
    const isOver = room.state.tables[room.state.last]?.status === "over";
    shown = await get(address());
    offered = isOver ? { seq: room.state.last, moves: [] } : await get(gameAddress(room.game, "/moves"));
  }

  /** @param {Move} move */
  const guess = (move) =>
    busy(async () => {
      await ensurePlayer();
      shown = await request("PUT", address(), { seq: offered.seq, move });
    });

  function draw() {
    // Somebody has moved while the dialog was open.
    if (offered.seq < room.state.last && !isBusy && !problem) busy(load);
    return guessView(room.state, { offered, shown, problem, isBusy }, guess);
  }

  async function open() {
    await load();
    room.send({ type: "dialog", dialog: { type: "guess", draw } });
  }

  return { open: once(() => withNotice(open)) };
}
