// Where the keyboard is, and where it is brought.

import { onceDrawn } from "../core/dom.js";

const CHOICES = [".board .territory[tabindex]", ".lines button", ".cave button", ".action button:not(:disabled)"];

/** To where something is to be chosen, once that is drawn; unless the keyboard is busy elsewhere. */
export function toTheChoice() {
  onceDrawn(() => {
    const focused = document.activeElement;
    const isFree =
      !focused ||
      focused === document.body ||
      focused.id === "main" ||
      focused.closest(".lines, .board, .action, .moves, .cave");
    if (isFree)
      CHOICES.map((place) => document.querySelector(place))
        .find(Boolean)
        ?.focus({ preventScroll: true });
  });
}

/** Up and down among the dominoes, cavemen or other things that can be chosen. */
export function amongButtons(event) {
  const list = event.target.closest?.(".lines, .cave, .action");
  if (!list || !event.key.startsWith("Arrow")) return false;
  const buttons = [...list.querySelectorAll("button:not(:disabled)")];
  const now = buttons.indexOf(event.target.closest("button"));
  if (now < 0) return false;
  const step = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
  buttons[(now + step + buttons.length) % buttons.length].focus();
  return true;
}
