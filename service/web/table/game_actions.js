// Actions about a game that are not moves: joining, resigning, copying, looking closer.

import { gameAddress, get, request } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { go } from "../core/router.js";
import { ensurePlayer } from "../core/session.js";
import { checkDeal } from "./fair.js";

/** @typedef {ReturnType<typeof gameActions>} GameActions */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function gameActions(room, following) {
  /** @type {(path: string, body?: object) => Promise<any>} */
  const post = (path, body) => request("POST", gameAddress(room.game, path), body);

  return {
    /** @param {number} seat */
    enlarge: (seat) => room.send({ type: "large", seat }),
    /** @param {TableState["lit"]} lit */
    light: (lit) => room.send({ type: "lit", lit }),
    /** @param {Dialog | null} dialog */
    openDialog: (dialog) => room.send({ type: "dialog", dialog }),
    retry: () => {
      room.send({ type: "failed", problem: null });
      following.open();
    },
    join: () =>
      withNotice(async () => {
        await ensurePlayer();
        await post("/join");
        await following.open();
      }),
    cancel: () =>
      withNotice(async () => {
        await post("/cancel");
        go("/lobby");
      }),
    resign: () =>
      withNotice(async () => {
        await post("/resign");
        room.send({ type: "dialog", dialog: null });
        await following.renewAll();
      }),
    rematch: () => withNotice(async () => go(`/game/${(await post("/rematch")).id}`)),
    /** @param {Level} bot that takes the other seats of a copy */
    fork: (bot) =>
      withNotice(async () => {
        await ensurePlayer();
        const { id, invite } = await post("/fork", { at: room.state.at, bot });
        go(`/game/${id}${invite ? `?invite=${invite}` : ""}`);
      }),
    /** Shows whether the deal is the one that was promised when the game began. */
    verifyDeal: () =>
      withNotice(async () => {
        const [started] = await get(gameAddress(room.game, "/events"));
        room.send({ type: "dialog", dialog: { type: "fair", ...checkDeal(started.event) } });
      }),
  };
}
