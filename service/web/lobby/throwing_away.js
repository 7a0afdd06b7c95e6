// Throwing away a game against bots, for whom nobody else waits: by two presses, because it cannot be had back.

import { h } from "../core/dom.js";
import { announce, notice, withNotice } from "../core/notices.js";
import { isMe, noteLine } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";
import { cancelTable } from "./seating.js";

/**
 * Whether only bots play against us, and the result counts for nobody.
 * @param {GameLine} line
 */
export const isThrowable = ({ status, is_rated: isRated, of_day: day, seats }) =>
  status === "running" && !isRated && !day && seats.every((seat) => seat.bot !== null || isMe(seat.player));

/**
 * Draws the button of such a game; null for others.
 * @param {Redraw} redraw
 */
export function throwingAway(redraw) {
  let doubted = ""; // the game that was asked about

  /** @param {string} game */
  function doubt(game) {
    doubted = game;
    if (game) announce(t("throw_away_sure"));
    redraw();
  }

  /** @param {string} game */
  const throwAway = (game) =>
    withNotice(async () => {
      doubt("");
      await cancelTable(game);
      noteLine(game, { status: "cancelled" }); // our stream says so a little later
      notice(t("thrown_away"));
    });

  return (/** @type {GameLine} */ line) => {
    if (!isThrowable(line)) return null;
    const isDoubted = doubted === line.game;
    return h(
      "button",
      {
        key: "throw-away",
        type: "button",
        class: `plain throw-away ${isDoubted ? "is-doubted" : ""}`,
        title: t("throw_away"),
        "aria-label": isDoubted ? t("throw_away_sure") : t("throw_away"),
        onclick: () => (isDoubted ? throwAway(line.game) : doubt(line.game)),
        onblur: () => isDoubted && doubt(""),
      },
      icon("close"),
      isDoubted ? t("throw_away_sure") : null,
    );
  };
}
