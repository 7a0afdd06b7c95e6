// A table that waits for players, and messages for when there is nothing to show.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { t, word } from "../core/words.js";
import { title } from "../ui/game_kinds.js";
import { invite } from "../ui/invite.js";
import { clockText } from "../ui/moments.js";
import { chiefOf, icon, piece } from "../drawing/pieces.js";

/** @typedef {import("./game_actions.js").GameActions} GameActions */

/**
 * @param {OpenTable} table
 * @param {{ game: GameActions }} actions
 */
export function waitingRoom(table, actions) {
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
            ? h("b", {}, seat.name, table.seat === number ? h("span", { class: "you" }, t("you")) : null)
            : h("span", {}, t("open_seat")),
          seat?.bot ? h("span", { class: "faint" }, word("levels", seat.bot)) : null,
        ),
      ),
    ),
    table.hints
      ? h(
          "p",
          {},
          icon("hint"),
          " ",
          h("b", {}, t("hints_for_all")),
          " ",
          h("span", { class: "faint" }, t("hints_for_all_text")),
        )
      : null,
    table.seat === null
      ? h("button", { class: "main", onclick: actions.game.join }, t("join"))
      : [
          h("p", {}, t("invite_text")),
          invite(address),
          h("button", { onclick: actions.game.cancel }, t("cancel_game")),
        ],
  );
}

/**
 * There is no such game or step, or the service cannot be reached.
 * @param {string} game
 * @param {TableProblem} problem
 * @param {{ game: GameActions }} actions
 */
export function trouble(game, problem, actions) {
  const [heading, text] = problem.isStep
    ? [t("no_step_title"), problem.message]
    : problem.status === 404
      ? [t("no_game_title"), t("no_game_text")]
      : [t("trouble_title"), problem.message];
  return h(
    "section",
    { class: "card message", role: "alert" },
    h("h1", {}, heading),
    h("p", {}, text),
    problem.status === 404 && !session.me ? h("p", {}, t("no_game_sign_in")) : null,
    h(
      "div",
      { class: "row" },
      problem.isStep ? h("a", { class: "button main", href: `/game/${game}` }, t("to_game")) : null,
      problem.status !== 404 && !problem.isStep
        ? h("button", { class: "main", onclick: actions.game.retry }, t("try_again"))
        : null,
      h("a", { class: "button", href: "/lobby" }, t("lobby")),
      h("a", { class: "button", href: "/" }, t("to_front")),
    ),
  );
}
