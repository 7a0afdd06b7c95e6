// Where the keyboard focus is, and where it is brought.

import { afterDrawing } from "../core/dom.js";

const CHOICES = [".board .territory[tabindex]", ".lines button", ".cave button", ".action button:not(:disabled)"];

const PLACES = ".board.is-own, .lines, .cave, .action";
let isByKeys = false;

/** Whether moves are being chosen by keys: then arrows choose, also while nothing is offered for a moment. */
export const choosesByKeys = () => isByKeys;

function watchKeys(/** @type {KeyboardEvent} */ { target, key }) {
  if (target instanceof Element && target.closest(PLACES)) isByKeys = true;
  else if (!key.startsWith("Arrow")) isByKeys = false;
}

addEventListener("keydown", watchKeys, { capture: true });
addEventListener("pointerdown", () => (isByKeys = false), { capture: true, passive: true });

/** Focuses what is to be chosen, once it is drawn; unless the focus is elsewhere for a reason. */
export function focusChoice() {
  afterDrawing(() => {
    const focused = document.activeElement;
    const isFree =
      !focused ||
      focused === document.body ||
      focused.id === "main" ||
      focused.closest(".lines, .board, .action, .moves, .cave");
    if (!isFree) return;
    const choice = CHOICES.map((place) => document.querySelector(place)).find(Boolean);
    if (choice instanceof HTMLElement || choice instanceof SVGElement) choice.focus({ preventScroll: true });
  });
}

/**
 * Up and down among the dominoes, cavemen or other things that can be chosen; says whether the key was for that.
 * @param {On<KeyboardEvent>} event
 */
export function moveAmongButtons(event) {
  const list = event.target.closest?.(".lines, .cave, .action");
  if (!list || !event.key.startsWith("Arrow")) return false;
  const buttons = [...list.querySelectorAll("button:not(:disabled)")];
  const now = buttons.indexOf(event.target.closest("button"));
  if (now < 0) return false;
  const step = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
  buttons[(now + step + buttons.length) % buttons.length].focus();
  return true;
}
