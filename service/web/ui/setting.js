// A section with a heading, as the settings and profiles have them.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";

/** @type {(name: string, heading: Child, ...content: Child[]) => ElementNode} */
export const setting = (name, heading, ...content) =>
  h(
    "section",
    { class: "card setting", key: name, "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title` }, heading),
    content,
  );

/** In place of the settings, for visitors, who have none. */
export const nobody = () =>
  h(
    "section",
    { class: "card setting", key: "nobody" },
    h("p", {}, t("settings_nobody")),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button main", href: "/new" }, t("new_game")),
      h("a", { class: "button", href: "/sign-in" }, t("sign_in")),
    ),
  );
