// One puzzle on the page: what is known of it, what was done so far, and the one way to change that.

import { nothing } from "../board/picking.js";

export class Desk {
  constructor(redraw) {
    this.redraw = redraw;
    this.isClosed = false;
    this.state = {
      puzzle: null,
      problem: null, // why there is none
      moves: [], // of the attempt
      choices: null, // how it stands after them, and what can be done
      pick: nothing(),
      lit: null,
      refused: null, // what the rules said to a move of it
      isSending: false,
      graded: null, // what the last attempt came to
      outcome: null, // all there is to know, after an attempt
      board: null, // the leaderboard of its day
      own: null, // streak and rating
      walk: null, // what is stepped through: { line, at }
      seen: new Map(), // territories on the way of one's own attempts
    };
  }

  send(change) {
    this.state = { ...this.state, ...change };
    if (!this.isClosed) this.redraw();
  }

  pick(pick) {
    this.send({ pick: { ...this.state.pick, ...pick } });
  }

  get address() {
    return `/api/puzzles/${this.state.puzzle.id}`;
  }

  /** Whether it is being solved, not looked back at. */
  get isSolving() {
    return Boolean(this.state.choices) && !this.state.walk;
  }

  get canMove() {
    return this.isSolving && this.state.choices.step !== "over" && !this.state.isSending;
  }
}
