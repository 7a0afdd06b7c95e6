// One game on the page: its state, and the only way to change it.

import { afterDrawing } from "../core/dom.js";
import { defaults, isNow, shown, update } from "./state.js";

export class Room {
  /**
   * @param {string} game
   * @param {Redraw} redraw
   */
  constructor(game, redraw) {
    this.game = game;
    this.state = defaults(game);
    this.redraw = redraw;
    this.timer = 0; // of the next frame that shows itself
    this.isClosed = false;
  }

  /** @param {Message} message */
  send(message) {
    const { at, isSeen } = this.state;
    this.state = update(this.state, message);
    if (this.isClosed) return;
    this.redraw();
    if (this.state.at !== at || this.state.isSeen !== isSeen) afterDrawing(scrollToStep);
  }

  /** @param {Partial<BoardPick>} change */
  pick(change) {
    this.send({ type: "pick", pick: change });
  }

  get rules() {
    return shown(this.state)?.rules ?? null;
  }

  get canMove() {
    const { state } = this;
    return isNow(state) && state.choices?.seq === state.last && !state.isSending;
  }

  /**
   * Calls `action` later, unless something else is to happen first.
   * @param {() => void} action
   * @param {number} milliseconds
   */
  later(action, milliseconds) {
    this.cancelLater();
    this.timer = setTimeout(() => this.isClosed || action(), milliseconds);
  }

  cancelLater() {
    clearTimeout(this.timer);
  }

  close() {
    this.isClosed = true;
    this.cancelLater();
  }
}

/** Keeps the sentence of the step that is shown in sight, without moving the page. */
function scrollToStep() {
  const now = document.querySelector(".chronicle li.now");
  const list = now?.parentElement;
  if (now instanceof HTMLElement && list) list.scrollTop = now.offsetTop - list.clientHeight / 2;
}
