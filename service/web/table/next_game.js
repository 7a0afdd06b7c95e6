// The next game that waits for us: offered after a move, or gone to by itself.

import { h } from "../core/dom.js";
import { announce } from "../core/notices.js";
import { go } from "../core/router.js";
import { session } from "../core/session.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

const LOOK = 1200; // milliseconds to see one's own move before the page goes on

/** @param {string} game the one on the table */
const waitingElsewhere = (game) => session.waiting.filter((line) => line.game !== game);

/** @param {ShownState} state */
export function nextGameButton({ game, isNow, canMove, isSending, line }) {
  const waiting = waitingElsewhere(game);
  return waiting.length && isNow && !canMove && !isSending && !line
    ? h(
        "a",
        {
          class: "button main next-game",
          key: "next-game",
          href: `/game/${waiting[0].game}`,
          title: `${t("next_game")} (N)`,
        },
        icon("forward"),
        t("go_to_next_game", { count: waiting.length }),
      )
    : null;
}

/**
 * Goes to the next game once a turn is done. Not away from the end of a game, nor from a bot, who answers at once.
 * @param {TableRoom} room
 */
export function goOn(room) {
  const isDone = () => {
    const { last, tables, line } = room.state;
    const { seat, seats, status, viewer } = tables[last];
    return !room.isClosed && !line && status === "running" && seat !== null && seat !== viewer && !seats[seat].bot;
  };
  if (!isDone() || !waitingElsewhere(room.game).length) return;
  setTimeout(() => {
    const [next] = waitingElsewhere(room.game);
    if (!next || !isDone() || room.state.dialog) return;
    announce(t("next_game"));
    go(`/game/${next.game}`);
  }, LOOK);
}
