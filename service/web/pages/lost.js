// No page has this address.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon, piece } from "../drawing/pieces.js";

export const start = () => ({
  title: () => t("lost_title"),
  draw: () => [
    h(
      "section",
      { class: "card centred-card", key: "lost" },
      piece("volcano-3", "portrait"),
      h("h1", {}, t("lost_title")),
      h("p", {}, t("lost_text")),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button main", href: "/" }, t("to_front")),
        h("a", { class: "button", href: "/lobby" }, icon("list"), t("to_lobby")),
      ),
    ),
  ],
});
