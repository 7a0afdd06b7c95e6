// Tables of ours that wait for players: their link to pass on, and calling them off.

import { h } from "../core/dom.js";
import { notice, trying } from "../core/notices.js";
import { t } from "../core/words.js";
import { invite } from "../ui/invite.js";
import { gameLine } from "./game_list.js";
import { callOff, inviteLink } from "./seating.js";

/** Draws such a line; `again` looks at the list once more when one is gone. */
export function ownTables(redraw, again) {
  const links = new Map();

  function know(line) {
    if (links.has(line.game)) return;
    links.set(line.game, null);
    trying(() => inviteLink(line)).then((link) => {
      if (link) links.set(line.game, link);
      else links.delete(line.game);
      redraw();
    });
  }

  const off = (line) =>
    trying(async () => {
      await callOff(line.game);
      notice(t("called_off"));
      await again();
    });

  return (line) => {
    know(line);
    const link = links.get(line.game);
    return gameLine(line, {
      act: [
        h("button", { type: "button", class: "plain", onclick: () => off(line) }, t("call_off")),
        h("a", { class: "button", href: `/game/${line.game}` }, t("act_look")),
      ],
      below: link ? invite(link) : null,
    });
  };
}
