// Games that one hears nothing of: all of them in one place, to let them speak again.

import { h } from "../core/dom.js";
import { announce, withNotice } from "../core/notices.js";
import { noteLine } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { setting } from "../ui/setting.js";
import { mutedGames, unmute } from "./notices.js";

/** @typedef {import("./notices.js").MutedGame} MutedGame */

/** @param {Redraw} redraw */
export function mutedList(redraw) {
  /** @type {MutedGame[] | null} */
  let list = null; // null until the service has answered

  const load = async () => {
    list = (await mutedGames()).games;
    redraw();
  };
  /** @param {MutedGame} muted */
  const speakAgain = ({ game }) =>
    withNotice(async () => {
      await unmute(game);
      noteLine(game, { is_muted: false });
      await load();
      announce(t("saved"));
    });

  /** @param {MutedGame} muted */
  const line = (muted) => {
    const name = muted.table ?? t("muted_gone");
    return h(
      "li",
      { key: muted.game },
      h("div", {}, muted.table ? h("a", { href: `/game/${muted.game}` }, name) : name),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", "aria-label": t("unmute_game", { game: name }), onclick: () => speakAgain(muted) },
          icon("bell"),
          t("unmute"),
        ),
      ),
    );
  };

  /** @param {MutedGame[]} games */
  const shown = (games) =>
    games.length
      ? [
          h("p", { class: "faint" }, t("muted_games_text")),
          h("ul", { class: "devices muted-games", role: "list" }, games.map(line)),
        ]
      : h("p", { class: "faint" }, t("muted_none"));

  withNotice(load);
  return () => setting("muted", t("muted_games"), list ? shown(list) : h("p", {}, t("looking")));
}
