// A note beside what it explains: by pointer, by press and by keyboard focus.

import { h } from "./dom.js";

const GAP = 8;

/**
 * What an element needs so that its note appears; `name` is that of the note.
 * @type {(name: string) => Props}
 */
export const tipped = (name) => ({
  "aria-describedby": name,
  onmouseenter: (/** @type {On<MouseEvent>} */ event) => show(name, event.currentTarget),
  onmouseleave: () => hide(name),
  // Not on focus, which the page also sets by itself: a note appears when a key has brought somebody here.
  onkeyup: (/** @type {On<KeyboardEvent>} */ event) => event.key !== "Escape" && show(name, event.currentTarget),
  onblur: () => hide(name),
});

/**
 * The note itself; it lies over everything, and a press elsewhere or Escape puts it away.
 * @type {(name: string, inside: Child) => ElementNode}
 */
export const tip = (name, inside) =>
  h("div", { key: name, id: name, class: "tip card", popover: "auto", role: "tooltip" }, inside);

/**
 * Shows a note above or below the element, within the window.
 * @type {(name: string, beside: Element) => void}
 */
export function show(name, beside) {
  const note = document.getElementById(name);
  if (!note || note.matches(":popover-open")) return;
  note.showPopover();
  const target = beside.getBoundingClientRect();
  const { width, height } = note.getBoundingClientRect();
  const below = target.bottom + GAP;
  const top = below + height <= innerHeight ? below : Math.max(GAP, target.top - GAP - height);
  const left = Math.max(GAP, Math.min(target.left + (target.width - width) / 2, innerWidth - GAP - width));
  note.style.setProperty("left", `${left}px`);
  note.style.setProperty("top", `${top}px`);
}

/** @param {string} name */
export function hide(name) {
  const note = document.getElementById(name);
  if (note?.matches(":popover-open")) note.hidePopover();
}
