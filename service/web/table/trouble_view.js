// A message for when there is nothing to show. It is always there: without a connection nothing could be fetched.

import { h } from "../core/dom.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";

/** @typedef {import("./game_actions.js").GameActions} GameActions */

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
    { class: "card message", role: "alert", "aria-busy": problem.isAway ? "true" : undefined },
    h("h1", {}, heading),
    h("p", {}, text),
    problem.status === 404 && !session.me ? h("p", {}, t("no_game_sign_in")) : null,
    h(
      "div",
      { class: "row" },
      problem.isStep ? h("a", { class: "button main", href: `/game/${game}` }, t("to_game")) : null,
      problem.status !== 404 && !problem.isStep && !problem.isAway
        ? h("button", { class: "main", onclick: actions.game.retry }, t("try_again"))
        : null,
      h("a", { class: "button", href: "/lobby" }, t("lobby")),
      h("a", { class: "button", href: "/" }, t("to_front")),
    ),
  );
}
