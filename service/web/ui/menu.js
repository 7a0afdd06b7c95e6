// Menus: a button that opens a list, with icons at the left and keys at the right.

import { h } from "../core/dom.js";
import { icon } from "../drawing/pieces.js";

/**
 * An entry of a menu: a link if it has an address, otherwise a button.
 * @typedef {object} Entry
 * @property {string} icon
 * @property {string} text
 * @property {string} [key] that does the same
 * @property {string} [href]
 * @property {string} [download]
 * @property {boolean} [isOn] of a switch
 * @property {() => unknown} [press]
 */

/**
 * @param {string} key
 * @param {ElementNode} summary
 * @param {(Entry | null)[][]} groups
 */
export const menu = (key, summary, groups) =>
  h(
    "details",
    { class: "menu", key },
    summary,
    h(
      "div",
      { class: "menu-list" },
      groups
        .map((group) => group.filter((entry) => entry !== null))
        .filter((group) => group.length)
        .map((group) => h("ul", {}, group.map(line))),
    ),
  );

/** @param {Entry} entry */
function line(entry) {
  const inside = [icon(entry.icon), h("span", {}, entry.text), entry.key ? h("kbd", {}, entry.key) : null];
  return h(
    "li",
    { key: entry.text },
    entry.href
      ? h("a", { href: entry.href, download: entry.download }, inside)
      : h(
          "button",
          { onclick: entry.press, "aria-pressed": entry.isOn === undefined ? null : String(entry.isOn) },
          inside,
        ),
  );
}

const opened = () => document.querySelectorAll("details.menu[open]");

/** @param {Element} open closes it; the focus goes back to what opened it, unless it is elsewhere */
function close(open) {
  const isInside = open.contains(document.activeElement);
  open.removeAttribute("open");
  if (isInside) open.querySelector("summary")?.focus({ preventScroll: true });
}

/** @param {MouseEvent} event closes every menu, unless it opens one */
export function closeMenus({ target }) {
  const summary = target instanceof Element ? target.closest("summary") : null;
  for (const open of opened()) if (!summary || !open.contains(summary)) close(open);
}

/**
 * The keys of an open menu: Escape closes it, arrows go from entry to entry.
 * @param {KeyboardEvent} event
 */
export function menuKey(event) {
  const [open] = opened();
  if (!open) return false;
  if (event.key === "Escape") {
    close(open);
    return true;
  }
  const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!direction || !open.contains(document.activeElement)) return false;
  const stops = [...open.querySelectorAll("summary, a, button")];
  const at = stops.indexOf(/** @type {Element} */ (document.activeElement));
  /** @type {HTMLElement} */ (stops[(at + direction + stops.length) % stops.length]).focus();
  return true;
}
