// Everything you can do with a puzzle, by subject.

import { get, request } from "../core/client.js";
import { afterDrawing } from "../core/dom.js";
import { actionsOnDemand, fetched } from "../core/on_demand.js";
import { ensurePlayer, session } from "../core/session.js";
import { attemptActions } from "./attempt_actions.js";

/** @typedef {ReturnType<typeof puzzleActions>} PuzzleActions */

/** @param {import("./desk.js").Desk} desk */
export function puzzleActions(desk) {
  /** @type {Promise<void> | null} */
  let begun = null;

  /** Begins to solve, once: the time is counted from then on. A visitor becomes a guest. */
  async function ensureSolver() {
    const { begun: since, result } = desk.puzzle;
    if (session.me && (since || result)) return;
    begun ??= ensurePlayer()
      .then(() => request("POST", `${desk.address}/begin`))
      .catch((problem) => {
        begun = null;
        throw problem;
      });
    await begun;
  }

  /** The same without a word if it fails: sending the attempt asks once more. */
  const startClock = () => {
    ensureSolver().catch(() => {});
  };
  desk.acted = () => session.me && startClock(); // a visitor begins with the first move

  /** Shows the solution, with our last attempt on the board. */
  async function conclude() {
    const { puzzle } = desk;
    const [outcome, own, board, view] = await Promise.all([
      get(`${desk.address}/result`),
      get("/api/me/puzzles").catch(() => null), // the rest is worth showing without them
      puzzle.day ? get(`/api/puzzles/leaderboard?date=${puzzle.day}`).catch(() => null) : null,
      fetched(() => import("./outcome_view.js"), "outcome"), // nobody has to wait for it before the end
    ]);
    desk.outcomeView = view.outcomeView;
    const ladder = { ...puzzle.ladder, next: puzzle.ladder.next && { ...puzzle.ladder.next, stars: 0, rating: 0 } };
    desk.send({ outcome, own, board, puzzle: { ...puzzle, rated: false, ladder } });
    await walk.show(outcome.attempts.length - 1);
    afterDrawing(() => document.getElementById("result-title")?.focus());
  }

  const walk = actionsOnDemand(async () => (await import("./walk_actions.js")).walkActions(desk));
  const attempt = attemptActions(desk, ensureSolver, startClock, conclude);
  return { board: attempt.board, attempt, walk, conclude, startClock };
}
