// The streams that a page of a game holds open while somebody sees it: browsers allow few to a host, and a tab behind
// others hears of its game over the stream that all tabs share.

import { followGame, gameAddress, get } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { onOwnGame } from "../core/session.js";

/** @typedef {import("./following.js").Following} Following */

/**
 * Who sits there, for marks and links to their profiles: nothing waits for that.
 * @param {import("./room.js").Room} room
 */
export const showPlayers = (room) =>
  get(gameAddress(room.game, "/players"))
    .then((/** @type {SeatedPlayer[]} */ players) => room.send({ type: "players", players }))
    .catch(() => {});

/**
 * Holds a stream open while the page is seen; returns a function that ends that.
 * @param {string} game
 * @param {() => () => void} open returns a function that closes it
 * @param {() => unknown} renew reads what the stream would have brought
 */
function whileSeen(game, open, renew) {
  let close = document.hidden ? () => {} : open();
  const onSight = () => {
    close();
    close = document.hidden ? () => {} : open();
    if (!document.hidden) renew();
  };
  document.addEventListener("visibilitychange", onSight);
  const forget = onOwnGame((line) => line.game === game && document.hidden && renew());
  return () => {
    document.removeEventListener("visibilitychange", onSight);
    forget();
    close();
  };
}

/**
 * Of a game that runs.
 * @param {import("./room.js").Room} room
 * @param {Following} following
 */
const open = (room, following) =>
  followGame(
    room.game,
    room.state.last,
    {
      news: (/** @type {News} */ news) => withNotice(() => following.take(news)),
      seats: () => withNotice(() => following.renew()),
      resync: () => withNotice(() => following.renew()),
      here: (/** @type {{ seats: number[] }} */ { seats }) => room.send({ type: "here", seats }),
      talk: (/** @type {{ unread: number }} */ report) => {
        room.send({ type: "talk", unread: report.unread });
        room.reports.take("talk", report);
      },
      clock: (/** @type {Clock} */ clock) => room.send({ type: "clock", clock }),
      hint: (/** @type {HintMessage} */ hint) => room.reports.take("hint", hint),
    },
    (is) => room.connected(is),
  );

/** @type {(room: import("./room.js").Room, following: Following) => () => void} */
export const listen = (room, following) =>
  whileSeen(
    room.game,
    () => open(room, following),
    () => withNotice(() => following.renew()),
  );

/**
 * Of a table that is not full yet; `again` reads it when somebody has sat down, the game has begun or was called off.
 * @param {string} game
 * @param {() => unknown} again
 */
export const attend = (game, again) =>
  whileSeen(game, () => followGame(game, 0, { seats: again, resync: again }, (is) => is && again()), again);
