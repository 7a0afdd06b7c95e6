// Solving: moves are tried and taken back, then sent as one attempt. The service says what is allowed.

import { boardActions } from "../board/board_actions.js";
import { focusChoice } from "../board/focus.js";
import { emptyPick } from "../board/picking.js";
import { asProblem, postOnce, request } from "../core/client.js";
import { announce, notice } from "../core/notices.js";
import { deleteDraft, saveDraft } from "./draft.js";
import { hintText } from "./hints_view.js";
import { standing } from "./solving_view.js";

/** @typedef {ReturnType<typeof attemptActions>} AttemptActions */

/**
 * @param {import("./desk.js").Desk} desk
 * @param {() => Promise<void>} ensureSolver makes sure that an attempt has somebody to count for, and a beginning
 * @param {() => void} startClock the same, as well as it can
 * @param {() => Promise<void>} conclude shows the solution
 */
export function attemptActions(desk, ensureSolver, startClock, conclude) {
  /**
   * Puts these moves on the board.
   * @param {Move[]} moves
   */
  async function lay(moves) {
    /** @type {Sitting} */
    const choices = await request("POST", `${desk.address}/moves`, { moves });
    saveDraft(desk.puzzle.id, moves);
    desk.send({ moves, choices, walk: null, lit: null, graded: null, pick: emptyPick(choices, desk.state.pick.turn) });
    announce(standing(desk.puzzle, choices));
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
    const { moves, choices } = desk.state;
    if (moves.length >= move || !choices) await lay(moves.slice(0, move - 1));
  }

  /** @param {Move} move */
  const play = (move) =>
    desk.canMove &&
    during(async () => {
      startClock();
      await lay([...desk.state.moves, move]);
    });

  /** @param {Move[]} moves */
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
    submit: () =>
      during(async () => {
        await ensureSolver();
        const { graded, moves } = desk.state;
        // Once is enough, even if what follows fails.
        desk.send({ graded: graded ?? (await postOnce(`${desk.address}/attempts`, { moves })) });
        deleteDraft(desk.puzzle.id);
        await conclude();
      }),
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
