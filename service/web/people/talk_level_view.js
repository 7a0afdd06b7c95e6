// Whether you want talk at tables: everything, phrases only, or nothing.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { talkLevels } from "../ui/talk_levels.js";
import { chooseTalkLevel, ownTalkLevel } from "./talk_level.js";

/** @param {Redraw} redraw */
export function talkLevel(redraw) {
  let level = "";
  withNotice(async () => {
    ({ level } = await ownTalkLevel());
    redraw();
  });
  const choose = (/** @type {string} */ chosen) =>
    withNotice(async () => {
      ({ level } = await chooseTalkLevel(chosen));
      redraw();
    });
  return () =>
    h(
      "section",
      { class: "card setting", key: "talk" },
      h("h2", {}, t("talk_level")),
      h("p", { class: "faint" }, t("talk_level_text")),
      level ? talkLevels(level, choose, { "aria-label": t("talk_level") }) : null,
    );
}
