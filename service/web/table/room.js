// One game on the page: its state, and the one way to change it.

import { onceDrawn } from "../core/dom.js";
import { defaults, isNow, update } from "./state.js";

export class Room {
  constructor(game, redraw) {
    this.game = game;
    this.state = defaults(game);
    this.redraw = redraw;
    this.timer = 0; // of the next frame that shows itself
    this.isClosed = false;
  }

  send(message) {
    const before = this.state.at;
    this.state = update(this.state, message);
    if (this.isClosed) return;
    this.redraw();
    if (this.state.at !== before) onceDrawn(inSight);
  }

  pick(pick) {
    this.send({ type: "pick", pick });
  }

  get canMove() {
    const { state } = this;
    return isNow(state) && state.choices?.seq === state.last && !state.isSending;
  }

  /** Calls `action` later, unless something else is to happen first. */
  later(action, milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.isClosed || action(), milliseconds);
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
  }
}

/** The sentence of the step that is shown stays in sight, without moving the page. */
function inSight() {
  const now = document.querySelector(".chronicle li.now");
  if (now) now.parentElement.scrollTop = now.offsetTop - now.parentElement.clientHeight / 2;
}
