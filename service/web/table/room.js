// One game on the page: its state, and the only way to change it.

import { afterDrawing, afterPainting } from "../core/dom.js";
import { Reports } from "../core/reports.js";
import { defaults, isNow, SEEN, shown, update } from "./state.js";

export class Room {
  /**
   * @param {string} game
   * @param {Redraw} redraw
   */
  constructor(game, redraw) {
    this.game = game;
    this.state = defaults(game);
    this.redraw = redraw;
    this.reports = new Reports();
    this.timer = 0; // of the next frame that shows itself
    this.isClosed = false;
  }

  /** @param {Message} message */
  send(message) {
    const { at, seen } = this.state;
    this.state = update(this.state, message);
    if (this.isClosed) return;
    this.redraw();
    if (this.state.at !== at || this.state.seen !== seen) afterDrawing(scrollToStep);
  }

  /** @param {boolean} is */
  connected(is) {
    if (is !== this.state.isConnected) this.send({ type: "connected", is });
  }

  /** @param {Partial<BoardPick>} change */
  pick(change) {
    this.send({ type: "pick", pick: change });
  }

  /** Draws what can wait, part after part, so that none of them keeps the viewer's first press waiting for long. */
  drawRest() {
    afterPainting(() => {
      if (this.isClosed) return;
      this.send({ type: "seen" });
      if (this.state.seen < SEEN.story) this.drawRest();
    });
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
