// Our own tables that wait for players: the link that invites others, and cancelling them.

import { h } from "../core/dom.js";
import { notice, withNotice } from "../core/notices.js";
import { t } from "../core/words.js";
import { invite } from "../ui/invite.js";
import { gameLine } from "./game_list.js";
import { cancelTable, inviteLink } from "./seating.js";

/**
 * Draws such a line.
 * @param {Redraw} redraw
 */
export function ownTables(redraw) {
  /** @type {Map<string, string | null>} */
  const links = new Map();

  /** @param {GameLine} line */
  function fetchLink(line) {
    if (links.has(line.game)) return;
    links.set(line.game, null);
    withNotice(() => inviteLink(line)).then((link) => {
      if (link) links.set(line.game, link);
      else links.delete(line.game);
      redraw();
    });
  }

  /** @param {GameLine} line */
  const cancel = (line) =>
    withNotice(async () => {
      await cancelTable(line.game);
      notice(t("called_off")); // that the table is gone comes by our stream
    });

  return (/** @type {GameLine} */ line) => {
    fetchLink(line);
    const link = links.get(line.game);
    return gameLine(line, {
      act: [
        h("button", { type: "button", class: "plain", onclick: () => cancel(line) }, t("call_off")),
        h("a", { class: "button", href: `/game/${line.game}` }, t("act_look")),
      ],
      below: link ? invite(link) : null,
    });
  };
}
