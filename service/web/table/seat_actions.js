// What few do at a table: taking a seat and leaving it, another game, counting and checking.

import { gameAddress, get, inviteOfPage, request } from "../core/client.js";
import { notice, withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";
import { t } from "../core/words.js";
import { reportForm } from "../reporting/report_view.js";
import { others } from "./others.js";

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function seatActions(room, following) {
  /** @type {(path: string, body?: object) => Promise<any>} */
  const post = (path, body) => request("POST", gameAddress(room.game, path), body);

  return {
    join: once(() =>
      withNotice(async () => {
        await ensurePlayer();
        await post("/join");
        await following.open();
      }),
    ),
    cancel: () =>
      withNotice(async () => {
        await post("/cancel");
        go("/lobby");
      }),
    /** The old link opens nothing any more. */
    renewInvite: once(() =>
      withNotice(async () => {
        const { invite } = await post("/invite");
        if (inviteOfPage()) history.replaceState(history.state, "", `/game/${room.game}?invite=${invite}`);
        await following.open();
        notice(t("link_renewed"));
      }),
    ),
    resign: () =>
      withNotice(async () => {
        await post("/resign");
        room.send({ type: "dialog", dialog: null });
        await following.renewAll();
      }),
    /** Ends a game of two as its winner, because the other player has left. */
    claim: once(() =>
      withNotice(async () => {
        await post("/claim");
        await following.renewAll();
      }),
    ),
    rematch: once(() => withNotice(async () => go(`/game/${(await post("/rematch")).id}`))),
    /** Asks whom of those who play, and why. */
    report: () => {
      const close = () => room.send({ type: "dialog", dialog: null });
      const draw = reportForm({ people: others(room.state), game: room.game, redraw: room.redraw, done: close });
      room.send({ type: "dialog", dialog: { type: "report", draw } });
    },
    /** With this bot on the other seats of a copy. */
    fork: once((/** @type {Level} */ bot) =>
      withNotice(async () => {
        await ensurePlayer();
        const { id, invite } = await post("/fork", { at: room.state.at, bot });
        await go(`/game/${id}${invite ? `?invite=${invite}` : ""}`);
      }),
    ),
    /** Shows which dominoes nobody has seen yet. */
    countUnseen: () =>
      withNotice(async () => {
        const left = await get(gameAddress(room.game, "/unseen", { at: room.state.at }));
        room.send({ type: "dialog", dialog: { type: "unseen", left } });
      }),
    /** Shows whether the deal is the one that was promised when the game began. */
    verifyDeal: () =>
      withNotice(async () => {
        const [[started], { checkDeal }] = await Promise.all([
          get(gameAddress(room.game, "/events")),
          import("./fair.js"),
        ]);
        room.send({ type: "dialog", dialog: { type: "fair", ...checkDeal(started.event) } });
      }),
  };
}
