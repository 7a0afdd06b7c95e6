// A game that waits for us, as a card: the own territory, whom it is played with, the time left. All of it leads there.

import { h } from "../core/dom.js";
import { isMe } from "../core/session.js";
import { listed, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { shortTitle } from "../ui/game_kinds.js";
import { left } from "../ui/moments.js";
import { boards, seatName } from "./game_list.js";
import { SOON } from "./game_lines.js";

/** @param {GameLine} line */
export function turnCard(line) {
  const others = line.seats.filter((seat) => !isMe(seat.player)).map(seatName);
  return h(
    "li",
    { key: line.game, class: "turn-card card" },
    h(
      "a",
      { href: `/game/${line.game}` },
      boards(line),
      h(
        "span",
        { class: "turn-what" },
        h("b", {}, shortTitle(line.rules)),
        h("span", { class: "turn-with" }, t("line_with", { names: listed(others) })),
        line.due === null
          ? null
          : h("span", { class: line.due - Date.now() < SOON ? "soon" : "faint" }, icon("clock"), left(line.due)),
      ),
      h("span", { class: "button main move" }, t("act_move")),
    ),
  );
}
