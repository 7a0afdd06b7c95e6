// The stars that an attempt earned.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

const ALL = 3;

/** @param {number} count */
export const stars = (count, classes = "") =>
  h(
    "span",
    { class: `stars ${classes}`, role: "img", "aria-label": t("stars", { count }) },
    Array.from({ length: ALL }, (_, place) =>
      h("span", { class: place < count ? "on" : "", "aria-hidden": "true" }, place < count ? "★" : "☆"),
    ),
  );
