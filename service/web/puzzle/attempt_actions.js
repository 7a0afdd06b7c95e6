// Solving: moves are tried one by one, taken back at will, and sent as one attempt. The service says what is allowed.

import { ask, surely } from "../core/client.js";
import { aiming } from "../board/aiming.js";
import { toTheChoice } from "../board/focus.js";
import { announce, notice } from "../core/notices.js";
import { nothing } from "../board/picking.js";
import { hintText } from "./hints_view.js";
import { standing } from "./solving_view.js";
import { forget, keep } from "./draft.js";

/** `known` makes somebody of nobody; `conclude` shows what there was to find. */
export function solving(desk, known, conclude) {
  /** Puts these moves on the board. What is refused of them is said, and left out with all that follows. */
  async function lay(moves) {
    const choices = await ask("POST", `${desk.address}/moves`, { moves });
    keep(desk.state.puzzle.id, moves);
    desk.send({ moves, choices, walk: null, lit: null, graded: null, pick: nothing(choices, desk.state.pick.turn) });
    announce(standing(desk.state));
  }

  /** Does something about the attempt, and says what is wrong with it. */
  async function doing(action) {
    if (desk.state.isSending) return;
    desk.send({ isSending: true, refused: null });
    try {
      await action();
    } catch (problem) {
      await refused(problem);
    } finally {
      desk.send({ isSending: false });
    }
    if (desk.isSolving) toTheChoice();
  }

  async function refused(problem) {
    if (problem.status === undefined) throw problem;
    const { move, rule } = problem.more;
    if (move === undefined) return notice(problem.message, "error", rule);
    desk.send({ refused: { text: problem.message, rule } });
    return desk.state.moves.length >= move || !desk.state.choices
      ? lay(desk.state.moves.slice(0, move - 1))
      : undefined;
  }

  const play = (move) =>
    desk.canMove &&
    doing(async () => {
      known().catch(() => {}); // whoever sends the attempt asks once more
      await lay([...desk.state.moves, move]);
    });

  const submit = () =>
    doing(async () => {
      await known();
      const graded = desk.state.graded ?? (await surely(`${desk.address}/attempts`, { moves: desk.state.moves }));
      forget(desk.state.puzzle.id);
      desk.send({ graded }); // once is enough, even if what follows fails
      await conclude();
    });

  const hint = () =>
    doing(async () => {
      await known();
      const { hint: told, ladder } = await surely(`${desk.address}/hints`);
      desk.send({ puzzle: { ...desk.state.puzzle, ladder } });
      announce(hintText(desk.state.puzzle, told));
    });

  return {
    ...aiming(desk, play),
    play,
    submit,
    hint,
    /** Begins, or goes on with what was kept. */
    begin: (moves) =>
      doing(async () => {
        desk.send({ moves });
        await lay(moves);
      }),
    undo: () => desk.isSolving && desk.state.moves.length && doing(() => lay(desk.state.moves.slice(0, -1))),
    again: () => doing(() => lay([])),
    /** Back to what was found, without sending this. */
    giveUp: () =>
      doing(async () => {
        forget(desk.state.puzzle.id);
        await conclude();
      }),
    light: (lit) => desk.send({ lit }),
  };
}
