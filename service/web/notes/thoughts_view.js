// What players thought at the step that is shown, below what the engine says.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @param {Thought[]} thoughts */
export const thoughtsView = (thoughts) =>
  thoughts.length
    ? h(
        "section",
        { class: "thoughts card", key: "thoughts", "aria-live": "polite" },
        h("h2", {}, t("thoughts")),
        thoughts.map(({ seat, name, step, text }) =>
          h(
            "figure",
            { key: `${seat} ${step}`, class: `seat-${seat}` },
            h("blockquote", { dir: "auto" }, text),
            h("figcaption", { class: "faint" }, name),
          ),
        ),
      )
    : null;
