// One puzzle on the page: its state, and the only way to change it.
// The fields of the state are described in types.d.ts.

import { emptyPick } from "../board/picking.js";

/** @type {() => PuzzleState} */
const defaults = () => ({
  puzzle: null,
  problem: null,
  moves: [],
  isWaiting: false,
  choices: null,
  pick: emptyPick(),
  lit: null,
  refused: null,
  isSending: false,
  graded: null,
  outcome: null,
  board: null,
  own: null,
  walk: null,
  seen: new Map(),
});

export class Desk {
  /** @param {Redraw} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    this.isClosed = false;
    /** Is called with every act on the board. */
    this.acted = () => {};
    this.state = defaults();
    /** @type {typeof import("./outcome_view.js").outcomeView | null} */
    this.outcomeView = null; // fetched when there is an outcome
  }

  /** @param {Partial<PuzzleState>} change */
  send(change) {
    this.state = { ...this.state, ...change };
    if (!this.isClosed) this.redraw();
  }

  /** @param {Partial<BoardPick>} change */
  pick(change) {
    this.acted();
    this.send({ pick: { ...this.state.pick, ...change } });
  }

  /** The puzzle, where there must be one. */
  get puzzle() {
    if (!this.state.puzzle) throw new Error("the puzzle has not been fetched yet");
    return this.state.puzzle;
  }

  get rules() {
    return this.state.puzzle?.rules ?? null;
  }

  get address() {
    return `/api/puzzles/${this.puzzle.id}`;
  }

  /** The state while it is solved; null while there is nothing to solve, or while it is looked back at. */
  get solving() {
    const { puzzle, choices, walk } = this.state;
    return puzzle && choices && !walk ? { ...this.state, puzzle, choices, canMove: this.canMove } : null;
  }

  /** The state while it is looked back at. */
  get walking() {
    const { puzzle, outcome, walk } = this.state;
    return puzzle && outcome && walk ? { ...this.state, puzzle, outcome, walk } : null;
  }

  get isSolving() {
    return Boolean(this.state.choices) && !this.state.walk;
  }

  get canMove() {
    return this.isSolving && this.state.choices?.step !== "over" && !this.state.isSending && !this.state.isWaiting;
  }
}
