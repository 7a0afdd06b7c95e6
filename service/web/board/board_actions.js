// Choosing a move on your own territory from what is offered: by pointer, touch or keyboard.

import { among, ARROWS, cellName, same } from "../core/cells.js";
import { announce } from "../core/notices.js";
import { cellAt } from "../drawing/territory.js";
import { moved, placements, recruit, recruitAt, recruitOffer, spotAt, targets, towards, turned } from "./picking.js";

/** @typedef {ReturnType<typeof boardActions>} BoardActions */

/**
 * @param {BoardOwner} owner
 * @param {(move: Move) => unknown} play
 */
export function boardActions(owner, play) {
  /** What is offered and picked now; null unless the player may move. */
  const due = () => {
    const { choices, pick } = owner.state;
    return owner.canMove && choices ? { choices, pick } : null;
  };

  /**
   * The cells that can be chosen now, one by one.
   * @returns {Cell[]}
   */
  function cells() {
    const { choices, pick } = owner.state;
    if (choices?.step === "fire") return targets(choices).map((target) => target.at);
    const offer = recruitOffer(choices, pick);
    return offer ? [...offer.payable, ...offer.free, ...pick.spend] : [];
  }

  /** @param {Cell} cell shows what pressing it would do */
  function point(cell) {
    const now = due();
    if (!now) return;
    const { choices, pick } = now;
    if (choices.step === "place") {
      const spot = spotAt(choices, pick, cell);
      if (spot !== pick.spot) owner.pick({ spot });
    } else {
      const aim = cells().find((other) => same(other, cell)) ?? null;
      if (aim !== pick.aim) owner.pick({ aim });
    }
  }

  /**
   * Does what can be done at a cell; a touch first shows it, and does it the second time.
   * @param {Cell} cell
   */
  function chooseCell(cell, isSure = true) {
    const now = due();
    if (!now) return;
    const { choices, pick } = now;
    if (choices.step === "place") placeAt(choices, pick, cell, isSure);
    else if (choices.step === "fire") throwTo(pick, cell, isSure);
    else if (choices.recruit && pick.caveman) {
      owner.pick(recruitAt(choices, pick, cell));
      const move = recruit(owner.state.pick);
      if (move) play(move);
    }
  }

  /** @type {(choices: Choices, pick: BoardPick, cell: Cell, isSure: boolean) => void} */
  function placeAt(choices, pick, cell, isSure) {
    const isThere = pick.spot !== null && among([pick.spot.a, pick.spot.b], cell);
    const spot = isThere ? pick.spot : spotAt(choices, pick, cell);
    if (spot && (isSure || isThere)) play(spot);
    else owner.pick({ spot });
  }

  /** @type {(pick: BoardPick, cell: Cell, isSure: boolean) => void} */
  function throwTo(pick, cell, isSure) {
    if (!among(cells(), cell)) return;
    if (isSure || (pick.aim && same(pick.aim, cell))) play({ type: "fire", at: cell });
    else owner.pick({ aim: cell });
  }

  /** @param {On<KeyboardEvent>} event */
  function key(event) {
    const now = due();
    if (!now || event.ctrlKey || event.metaKey || event.altKey) return;
    const { choices, pick } = now;
    const direction = ARROWS[event.key];
    if (direction) {
      event.preventDefault();
      if (choices.step === "place") owner.pick(moved(choices, pick, direction));
      else owner.pick({ aim: nextAim(pick.aim, direction) ?? pick.aim });
      announcePick();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (choices.step === "place" && pick.spot) play(pick.spot);
      else if (pick.aim) chooseCell(pick.aim);
    }
  }

  /** @type {(aim: Cell | null, direction: Cell) => Cell | null} */
  const nextAim = (aim, direction) => (aim ? towards(cells(), (cell) => cell, aim, direction) : (cells()[0] ?? null));

  /** Reads out where the domino, the fire or the caveman would go. */
  function announcePick() {
    const { choices, pick } = owner.state;
    if (choices && pick.spot) announce(choices.notation[choices.moves.indexOf(pick.spot)]);
    else if (pick.aim) announce(cellName(pick.aim));
  }

  const turn = (by = 1) => {
    if (owner.canMove) owner.pick(turned(owner.state.choices, owner.state.pick, by));
  };
  const isMouse = (/** @type {PointerEvent} */ event) => event.pointerType === "mouse";

  return {
    play,
    turn,
    /** @type {(caveman: string | null, source?: Source | null, index?: number | null) => void} */
    chooseCaveman: (caveman, source = null, index = null) =>
      owner.pick({ caveman, source, index, spend: [], at: null, aim: null }),
    chooseCell,
    hover: (/** @type {On<PointerEvent>} */ event) => isMouse(event) && point(cellAt(event)),
    leave: (/** @type {On<PointerEvent>} */ event) => isMouse(event) && owner.pick({ spot: null, aim: null }),
    press: (/** @type {On<PointerEvent>} */ event) => chooseCell(cellAt(event), event.pointerType !== "touch"),
    wheel: (/** @type {On<WheelEvent>} */ event) => {
      if (!owner.canMove || !placements(owner.state.choices).length) return;
      event.preventDefault();
      turn(event.deltaY > 0 ? 1 : -1);
    },
    key,
  };
}
