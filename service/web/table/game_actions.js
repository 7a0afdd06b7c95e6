// Actions about a game that are not moves: looking closer, opening, reading; and those that few take, on demand.

import { actionsOnDemand } from "../core/on_demand.js";
import { departureName, prefer } from "../core/preferences.js";

/** @typedef {ReturnType<typeof gameActions>} GameActions */

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function gameActions(room, following) {
  const rare = actionsOnDemand(async () => (await import("./seat_actions.js")).seatActions(room, following));
  return {
    /** @param {number | null} seat */
    enlarge: (seat) => room.send({ type: "large", seat }),
    /** @param {boolean} isOpen */
    openHistory: (isOpen) => room.send({ type: "history", isOpen }),
    /** @param {TableState["lit"]} lit */
    light: (lit) => room.send({ type: "lit", lit }),
    /** @param {Dialog | null} dialog */
    openDialog: (dialog) => room.send({ type: "dialog", dialog }),
    retry: () => {
      room.send({ type: "failed", problem: null });
      following.open();
    },
    /** @param {number} departure the event with which a player left: it has been read */
    playOn: (departure) => {
      prefer(departureName(room.game), String(departure));
      room.send({ type: "departure", seq: departure });
    },
    join: rare.join,
    cancel: rare.cancel,
    renewInvite: rare.renewInvite,
    invite: rare.invite,
    endInvitation: rare.endInvitation,
    greet: rare.greet,
    shareInvite: rare.shareInvite,
    resign: rare.resign,
    claim: rare.claim,
    rematch: rare.rematch,
    fork: rare.fork,
    report: rare.report,
    openNotes: rare.openNotes,
    askPause: rare.askPause,
    agreePause: rare.agreePause,
    endPause: rare.endPause,
    giveDay: rare.giveDay,
    openQuestions: rare.openQuestions,
    ask: rare.ask,
    agree: rare.agree,
    close: rare.close,
    countUnseen: rare.countUnseen,
    verifyDeal: rare.verifyDeal,
  };
}
