// Choosing a move on your own territory from what is offered: by pointer, touch or keyboard.

import { ARROWS, cellName, same } from "../core/cells.js";
import { announce } from "../core/notices.js";
import { cellAt, extent, isRoomy, REACH } from "../drawing/grid.js";
import { noteOf, spoken } from "./earnings.js";
import { moved, pointed, pressed, turned } from "./picking.js";
import { notches } from "./wheel.js";

/** @typedef {ReturnType<typeof boardActions>} BoardActions */

/**
 * @param {BoardOwner} owner
 * @param {(move: Move) => unknown} play
 */
export function boardActions(owner, play) {
  /** @type {import("../drawing/grid.js").Area | null} */
  let shown = null;
  /** @type {ReturnType<typeof import("./pinching.js").pinching> | null} */
  let fingers = null;
  const wheel = notches();
  const expectFingers = async () => {
    fingers ??= (await import("./pinching.js")).pinching({
      whole: () => shown,
      near: () => owner.state.pick.zoom,
      look: (zoom) => owner.pick({ zoom }),
    });
  };

  /** What is offered and picked now; null unless the player may move. */
  const due = () => {
    const { choices, pick } = owner.state;
    return owner.canMove && choices ? { choices, pick } : null;
  };

  /**
   * The cells to show. During the owner's turn they stay below a pointer, unless the next domino needs others.
   * @param {Territory} territory
   * @param {boolean} isTurn
   */
  function area(territory, isTurn, around = REACH) {
    const centred = extent(territory, around);
    const stays = isTurn && shown?.width === centred.width && isPointedAt() && isRoomy(shown, territory);
    shown = shown && stays ? shown : centred;
    return shown;
  }

  /** @param {Cell} cell shows what pressing it would do */
  function point(cell) {
    const now = due();
    if (!now || (now.pick.aim && same(now.pick.aim, cell))) return;
    const change = pointed(now.choices, now.pick, cell);
    if (change.aim || now.pick.aim) owner.pick(change);
  }

  /** @param {Cell} cell plays what is shown there, or shows what can be done there */
  function press(cell) {
    const now = due();
    if (!now) return;
    const done = pressed(now.choices, now.pick, cell);
    if ("move" in done) play(done.move);
    else owner.pick(done.pick);
  }

  /** @param {Cell} cell of a list, whose entries need not be shown first */
  function chooseCell(cell) {
    point(cell);
    press(cell);
  }

  /** @param {On<KeyboardEvent>} event */
  function key(event) {
    const now = due();
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const { choices, pick } = now;
    const direction = ARROWS[event.key];
    if (direction) {
      event.preventDefault();
      owner.pick(moved(choices, pick, direction));
      announcePick();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (pick.aim) press(pick.aim);
    }
  }

  /** Reads out where the domino, the fire or the caveman would go. */
  function announcePick() {
    const { choices, pick } = owner.state;
    const note = owner.rules && noteOf(owner.rules.game, choices, pick);
    const where =
      choices && pick.spot ? choices.notation[choices.moves.indexOf(pick.spot)] : pick.aim && cellName(pick.aim);
    if (where) announce(note ? `${where}: ${spoken(note)}` : where);
  }

  const turn = (by = 1) => {
    if (!owner.canMove) return;
    owner.pick(turned(owner.state.choices, owner.state.pick, by));
    announcePick();
  };
  const unpoint = () => owner.pick({ spot: null, aim: null });
  const isMouse = (/** @type {PointerEvent} */ event) => event.pointerType === "mouse";
  /** @type {(board: Element, event: PointerEvent) => Cell} */
  const below = (board, { clientX, clientY }) => cellAt({ currentTarget: board, clientX, clientY });

  return {
    play,
    turn,
    area,
    zoomOut: () => owner.pick({ zoom: null }),
    /** @type {(caveman: string | null, source?: Source | null, index?: number | null) => void} */
    chooseCaveman: (caveman, source = null, index = null) =>
      owner.pick({ caveman, source, index, spend: [], aim: null }),
    chooseCell,
    /** @param {On<PointerEvent>} event of pressing the domino to be placed, which can be dragged onto the board */
    grab: async ({ currentTarget: origin, pointerId, clientX, clientY }) => {
      const { carry } = await import("./dragging.js"); // few drag
      carry(origin, { pointerId, clientX, clientY }, (board, at, isDropped) => {
        if (!board) unpoint();
        else if (isDropped) press(below(board, at));
        else point(below(board, at));
        return owner.state.pick.spot !== null;
      });
    },
    /** @type {Listeners} */
    listeners: {
      onpointermove: (event) => (isMouse(event) ? point(cellAt(event)) : fingers?.move(event)),
      onpointerdown: (event) => !isMouse(event) && expectFingers(),
      onpointercancel: (event) => fingers?.lift(event),
      onpointerleave: (event) => (isMouse(event) ? unpoint() : fingers?.lift(event)),
      onclick: (event) => press(cellAt(event)),
      onwheel: (event) => {
        if (!owner.canMove || !owner.state.pick.spot || event.shiftKey) return; // it scrolls
        event.preventDefault();
        const notch = wheel(event);
        if (notch) turn(notch);
      },
      onkeydown: key,
    },
  };
}

/** Whether a mouse is over the large territory; a finger leaves nothing there. */
const isPointedAt = () =>
  matchMedia("(hover: hover)").matches && document.querySelector(".board .territory:hover") !== null;
