// Solving: moves are tried and taken back, then sent as one attempt. The service says what is allowed; without a
// connection it is asked later.

import { boardActions } from "../board/board_actions.js";
import { focusChoice } from "../board/focus.js";
import { emptyPick } from "../board/picking.js";
import { aFewTimes, asProblem, newKey, postOnce, Problem, request } from "../core/client.js";
import { announce, notice } from "../core/notices.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { deleteDraft, saveDraft } from "../offline/draft.js";
import { forgetTried } from "../offline/kept_puzzles.js";
import { forget, keep, kept } from "../offline/waiting.js";
import { hintText } from "./hints_view.js";
import { standing } from "./solving_view.js";

/** @typedef {ReturnType<typeof attemptActions>} AttemptActions */

/**
 * The moves that the service knows.
 * @param {PuzzleMove[]} moves
 */
const real = (moves) => moves.filter((move) => move.type !== "skip");

/**
 * @param {import("./desk.js").Desk} desk
 * @param {() => Promise<void>} ensureSolver makes sure that an attempt has somebody to count for, and a beginning
 * @param {() => void} startClock the same, as well as it can
 * @param {() => Promise<void>} conclude shows the solution
 */
export function attemptActions(desk, ensureSolver, startClock, conclude) {
  /**
   * Puts these moves on the board.
   * @param {PuzzleMove[]} moves
   */
  async function lay(moves) {
    const choices = await sittingAfter(moves);
    saveDraft(desk.puzzle.id, moves);
    desk.send({ moves, choices, walk: null, lit: null, graded: null, pick: emptyPick(choices, desk.state.pick.turn) });
    announce(standing(desk.puzzle, choices));
  }

  /**
   * @param {PuzzleMove[]} moves
   * @returns {Promise<Sitting>}
   */
  async function sittingAfter(moves) {
    try {
      return await request("POST", `${desk.address}/moves`, { moves: real(moves) });
    } catch (error) {
      const problem = asProblem(error);
      if (problem.status) throw problem;
      const unchecked = await import("./unchecked.js").catch(() => null);
      if (!unchecked) throw problem;
      return unchecked.uncheckedSitting(desk.puzzle, moves);
    }
  }

  /** Sends the answer; without a connection it waits, and is sent once from whatever page is open then. */
  async function send() {
    const { graded, moves, choices } = desk.state;
    const wish = { key: newKey(), player: session.me?.player ?? "", moves: real(moves) };
    try {
      if (choices?.isUnchecked) throw new Problem(0, t("no_connection"));
      await ensureSolver();
      // Once is enough, even if what follows fails.
      const body = { moves: wish.moves };
      desk.send({ graded: graded ?? (await postOnce(`${desk.address}/attempts`, body, aFewTimes, wish.key)) });
    } catch (error) {
      if (asProblem(error).status || !keep("answer", desk.puzzle.id, wish)) throw error;
      deleteDraft(desk.puzzle.id);
      desk.send({ isWaiting: true });
      announce(t("answer_waits"));
      return;
    }
    deleteDraft(desk.puzzle.id);
    forgetTried(desk.puzzle.id);
    await conclude();
  }

  /**
   * Does something about the attempt, and shows what is wrong with it.
   * @param {() => Promise<void>} action
   */
  async function during(action) {
    if (desk.state.isSending) return;
    desk.send({ isSending: true, refused: null });
    try {
      await action();
    } catch (error) {
      await refused(asProblem(error));
    } finally {
      desk.send({ isSending: false });
    }
    if (desk.isSolving) focusChoice();
  }

  /**
   * Shows why a move was refused, and leaves it out with all that follow.
   * @param {import("../core/client.js").Problem} problem
   */
  async function refused(problem) {
    const { move, rule } = problem.more;
    if (move === undefined) {
      notice(problem.message, "error", rule);
      return;
    }
    desk.send({ refused: { text: problem.message, rule } });
    const { choices } = desk.state;
    const moves = real(desk.state.moves);
    if (moves.length >= move || !choices) await lay(moves.slice(0, move - 1));
  }

  /** @param {PuzzleMove} move */
  const play = (move) =>
    desk.canMove &&
    during(async () => {
      startClock();
      await lay([...desk.state.moves, move]);
    });

  /** @param {PuzzleMove[]} moves */
  const begin = (moves) =>
    during(async () => {
      desk.send({ moves });
      await lay(moves);
    });

  return {
    board: boardActions(desk, play),
    /** Begins, or goes on with a draft. */
    begin,
    retry: () => begin([]),
    submit: () => during(send),
    /** The domino fits nowhere, or the fire has no target: said without a connection. */
    skip: () => play({ type: "skip" }),
    /** Takes back an answer that waits. */
    withdraw: () => {
      forget("answer", desk.puzzle.id, kept("answer", desk.puzzle.id)?.key ?? "");
      desk.send({ isWaiting: false });
      return begin(desk.state.moves);
    },
    hint: () =>
      during(async () => {
        await ensureSolver();
        const { hint, ladder } = await postOnce(`${desk.address}/hints`);
        desk.send({ puzzle: { ...desk.puzzle, ladder } });
        announce(hintText(desk.puzzle, hint));
      }),
    undo: () => desk.isSolving && desk.state.moves.length && during(() => lay(desk.state.moves.slice(0, -1))),
    startOver: () => during(() => lay([])),
    /** Shows the solution without sending this attempt. */
    giveUp: () =>
      during(async () => {
        deleteDraft(desk.puzzle.id);
        await conclude();
      }),
    /** @param {{ cells: Cell[] } | null} lit */
    light: (lit) => desk.send({ lit }),
  };
}
