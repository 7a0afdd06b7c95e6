// A table that waits for players.

import { h } from "../core/dom.js";
import { t, word } from "../core/words.js";
import { title } from "../ui/game_kinds.js";
import { invite } from "../ui/invite.js";
import { clockText } from "../ui/moments.js";
import { markAt } from "../ui/person_name.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";

/** @typedef {import("./game_actions.js").GameActions} GameActions */

/**
 * @param {OpenTable} table
 * @param {SeatedPlayer[]} players
 * @param {{ game: GameActions }} actions
 */
export function waitingRoom(table, players, actions) {
  const chief = chiefOf(table.rules.game);
  const address = `${location.origin}/game/${table.id}${table.invite ? `?invite=${table.invite}` : ""}`;
  if (table.status === "cancelled") {
    return h(
      "section",
      { class: "card message" },
      h("h1", {}, t("cancelled_title")),
      h("p", {}, t("cancelled_text")),
      h("a", { class: "button main", href: "/new" }, t("new_game")),
    );
  }
  return h(
    "section",
    { class: "card message waiting" },
    h("h1", {}, title(table.rules)),
    h("p", {}, t("waiting_text"), " ", h("span", { class: "faint" }, clockText(table.clock?.control))),
    h(
      "ul",
      { class: "seats" },
      table.seats.map((seat, number) =>
        h(
          "li",
          { key: number, class: `seat-${number} ${seat ? "" : "open"}` },
          piece(chief),
          seat
            ? h(
                "b",
                {},
                seat.name,
                markAt(table, players, number),
                table.seat === number ? h("span", { class: "you" }, t("you")) : null,
              )
            : h("span", {}, t("open_seat")),
          seat?.bot ? h("span", { class: "faint" }, word("levels", seat.bot)) : null,
        ),
      ),
    ),
    options(table),
    table.seat === null
      ? h("button", { class: "main", onclick: actions.game.join }, t("join"))
      : [
          h("p", {}, t("invite_text")),
          invite(address),
          table.owner && table.invite ? h("button", { onclick: actions.game.renewInvite }, t("new_link")) : null,
          h("button", { onclick: actions.game.cancel }, t("cancel_game")),
        ],
  );
}

/**
 * What those who sit down agree to. Only rated games among people can go without what a move earns.
 * @param {OpenTable} table
 */
function options({ seats, hints, rated, earnings }) {
  const isContest = rated && seats.filter((seat) => !seat?.bot).length > 1;
  /** @type {(sign: string, name: string, text: string) => ElementNode} */
  const option = (sign, name, text) =>
    h("p", { key: name }, icon(sign), " ", h("b", {}, t(name)), " ", h("span", { class: "faint" }, t(text)));
  return [
    rated ? option("graph", "rated", "rated_text") : null,
    hints ? option("hint", "hints_for_all", "hints_for_all_text") : null,
    isContest ? option("eye", earnings ? "earnings_shown" : "earnings_hidden", "earnings_text") : null,
  ];
}
