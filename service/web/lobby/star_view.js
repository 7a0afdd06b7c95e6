// A star, full or empty. Drawn here, because few pages have one.

import { h } from "../core/dom.js";

const SHAPE = "M12 2.6l2.9 6 6.5.9-4.7 4.6 1.1 6.5-5.8-3.1-5.8 3.1 1.1-6.5L2.6 9.5l6.5-.9z";

/** @param {boolean} isFull */
export const star = (isFull) =>
  h(
    "svg",
    { class: `icon star${isFull ? " is-full" : ""}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: SHAPE }),
  );
