// The games that teach, for those who have never played.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/**
 * @param {Record<string, string>} titles by what is taught
 * @param {(guide: string) => unknown} learn
 * @param {boolean} [isOff]
 */
export const learning = (titles, learn, isOff = false) =>
  h(
    "div",
    { class: "row lessons", key: "lessons" },
    h("p", {}, h("b", {}, t("never_played")), " ", t("learn_it")),
    Object.entries(titles).map(([guide, title]) =>
      h("button", { key: guide, type: "button", disabled: isOff, onclick: () => learn(guide) }, icon("hint"), title),
    ),
  );
