// Who invites to a table that waits, and with which greeting.

import { gameAddress, get } from "../core/client.js";

/**
 * Nothing waits for it: without it the table can still be joined.
 * @param {TableRoom} room
 */
export const readInvitation = (room) =>
  get(gameAddress(room.game, "/invitation"))
    .then((/** @type {Invitation} */ invitation) => room.send({ type: "invitation", invitation }))
    .catch(() => {});
