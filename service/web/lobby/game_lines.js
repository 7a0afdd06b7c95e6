// Lines about games, each with its action for the reader.

import { h } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { isMine } from "../core/session.js";
import { t } from "../core/words.js";
import { gameLine } from "./game_list.js";
import { left } from "../ui/moments.js";
import { icon } from "../drawing/pieces.js";
import { joinTable } from "./seating.js";

export const SOON = 6 * 60 * 60 * 1000; // milliseconds

/**
 * A game that waits for us.
 * @param {GameLine} line
 */
export function urgent(line) {
  const note =
    line.due === null
      ? null
      : h("span", { class: line.due - Date.now() < SOON ? "soon" : null }, icon("clock"), left(line.due));
  return gameLine(line, {
    note,
    act: h("a", { class: "button main move", href: `/game/${line.game}` }, t("act_move")),
  });
}

/**
 * A table with an open seat; `again` reads the list again, in case the seat was taken meanwhile.
 * @param {GameLine} line
 * @param {() => unknown} again
 */
export function joinable(line, again) {
  if (isMine(line)) {
    return gameLine(line, {
      note: t("your_table"),
      act: h("a", { class: "button", href: `/game/${line.game}` }, t("act_look")),
    });
  }
  const sit = () => withNotice(() => joinTable(line.game)).then(again);
  return gameLine(line, { act: h("button", { class: "main", type: "button", onclick: sit }, t("act_join")) });
}

/**
 * A running game to watch; an unfinished record can only be replayed.
 * @param {GameLine} line
 */
export const watchable = (line) =>
  line.is_record
    ? replayable(line)
    : gameLine(line, {
        act: h("a", { class: "button", href: `/game/${line.game}` }, isMine(line) ? t("act_look") : t("act_watch")),
      });

/** @param {GameLine} line */
export const replayable = (line) =>
  gameLine(line, {
    address: `/game/${line.game}/1`,
    act: h("a", { class: "button", href: `/game/${line.game}/1` }, t("act_replay")),
  });
