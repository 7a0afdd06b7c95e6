// What moderators did about the reader, if they did anything.

import { afterDrawing, h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { actLine } from "../reporting/acts_view.js";
import { ownActs } from "./account.js";

const TITLE = "own-acts-title";

/** @param {Redraw} redraw */
export function actsAboutMe(redraw) {
  /** @type {OwnAct[]} */
  let acts = [];

  const load = async () => {
    acts = await ownActs();
    redraw();
    if (location.hash === `#${TITLE}`) afterDrawing(() => document.getElementById(TITLE)?.scrollIntoView());
  };

  withNotice(load);
  return () =>
    acts.length
      ? h(
          "section",
          { class: "card setting", key: "own-acts", "aria-labelledby": TITLE },
          h("h2", { id: TITLE }, t("own_acts")),
          h("p", { class: "faint" }, t("own_acts_text")),
          h(
            "ul",
            { class: "moderated", role: "list" },
            acts.map((act) => actLine(act, { by: t(act.by === "operator" ? "by_operator" : "by_moderator") })),
          ),
        )
      : null;
}
