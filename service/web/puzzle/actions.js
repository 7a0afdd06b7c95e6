// Everything you can do with a puzzle, by subject.

import { get } from "../core/client.js";
import { afterDrawing } from "../core/dom.js";
import { ensurePlayer, session } from "../core/session.js";
import { attemptActions } from "./attempt_actions.js";
import { walkActions } from "./walk_actions.js";

/** @typedef {ReturnType<typeof puzzleActions>} PuzzleActions */

/** @param {import("./desk.js").Desk} desk */
export function puzzleActions(desk) {
  /** @type {Promise<void> | null} */
  let guest = null;

  /** Becomes a guest with the first move, if nobody is signed in: the time is counted from then on. */
  async function ensureSolver() {
    if (session.me) return;
    guest ??= ensurePlayer()
      .then(() => get(desk.address))
      .catch((problem) => {
        guest = null;
        throw problem;
      });
    await guest;
  }

  /** Shows the solution, with our last attempt on the board. */
  async function conclude() {
    const { puzzle } = desk;
    const [outcome, own, board] = await Promise.all([
      get(`${desk.address}/result`),
      get("/api/me/puzzles").catch(() => null), // the rest is worth showing without them
      puzzle.day ? get(`/api/puzzles/leaderboard?date=${puzzle.day}`).catch(() => null) : null,
    ]);
    const ladder = { ...puzzle.ladder, next: puzzle.ladder.next && { ...puzzle.ladder.next, stars: 0, rating: 0 } };
    desk.send({ outcome, own, board, puzzle: { ...puzzle, rated: false, ladder } });
    await walk.show(outcome.attempts.length - 1);
    afterDrawing(() => document.getElementById("result-title")?.focus());
  }

  const walk = walkActions(desk);
  const attempt = attemptActions(desk, ensureSolver, conclude);
  return { board: attempt.board, attempt, walk, conclude };
}
