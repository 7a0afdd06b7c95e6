// A text to copy: shown in a field, and copied by a button.

import { h } from "../core/dom.js";
import { notice } from "../core/notices.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { isApple } from "./platforms.js";

/**
 * Copies a text and says so; where the browser does not let us, `field` is selected for the person to do it.
 * @param {string} text
 * @param {string} said
 * @param {HTMLInputElement} [field]
 */
export async function copy(text, said, field) {
  try {
    await navigator.clipboard.writeText(text);
    notice(said);
  } catch {
    field?.focus();
    field?.select?.();
    notice(t("copy_by_hand", { keys: isApple(navigator.platform) ? "⌘C" : t("copy_keys") }));
  }
}

/**
 * A line with such a text. `label` names it, `button` and `said` are the words of the button and after it.
 * @param {string} text
 * @param {string} label
 */
export const copyable = (text, label, button = t("copy"), said = t("copied")) =>
  h(
    "div",
    { class: "invite" },
    h("input", { readonly: true, value: text, "aria-label": label, onfocus: (event) => event.target.select() }),
    h(
      "button",
      {
        type: "button",
        onclick: (event) => copy(text, said, event.currentTarget.parentElement.querySelector("input")),
      },
      icon("link"),
      button,
    ),
  );
