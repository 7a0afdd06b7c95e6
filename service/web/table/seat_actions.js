// What few do at a table: taking a seat and leaving it, another game, counting and checking.

import { gameAddress, get, inviteOfPage, request } from "../core/client.js";
import { notice, withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { go } from "../core/router.js";
import { ensurePlayer, isMe } from "../core/session.js";
import { shownName, t } from "../core/words.js";
import { notesOf, problemOf, saveNotes } from "../lobby/notes.js";
import { becomePlayer } from "../lobby/own_name.js";
import { reportForm } from "../reporting/report_view.js";
import { readInvitation } from "./invitation.js";
import { noteZone } from "../ui/own_zone.js";
import { others } from "./others.js";

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 */
export function seatActions(room, following) {
  /** @type {(path: string, body?: object) => Promise<any>} */
  const post = (path, body) => request("POST", gameAddress(room.game, path), body);
  /** @type {(path: string, body?: object) => Promise<void>} Changes the clocks. */
  const agree = (path, body) =>
    withNotice(async () => {
      await post(path, body);
      await following.renew();
    });
  const closeDialog = () => room.send({ type: "dialog", dialog: null });
  /** @type {(path: string, body?: object) => Promise<void>} What is wanted may happen at once, or wait for others. */
  const consent = (path, body) =>
    withNotice(async () => {
      await post(`/questions${path}`, body);
      closeDialog();
      await following.renew();
    });

  const answering = {
    ask: once((/** @type {object} */ wish) => consent("", wish)),
    agree: once((/** @type {string} */ kind) => consent(`/${kind}/agree`)),
    close: once((/** @type {string} */ kind) => consent(`/${kind}/close`)),
  };

  return {
    join: once(() =>
      withNotice(async () => {
        await becomePlayer();
        if (room.state.waiting?.clock?.time_off) await noteZone();
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
    /** @param {string} name */
    invite: (name) =>
      withNotice(async () => {
        const invited = await post("/invitations", { name });
        notice(t("now_invited", { name: shownName(invited.name) }));
        await readInvitation(room);
        return true;
      }),
    /** @param {string} player whose invitation is taken back, or who declines it */
    endInvitation: (player) =>
      withNotice(async () => {
        await request("DELETE", gameAddress(room.game, `/invitations/${encodeURIComponent(player)}`));
        if (isMe(player)) {
          notice(t("declined"));
          go("/lobby");
        } else await following.open();
      }),
    /** @param {string} text */
    greet: (text) =>
      withNotice(async () => {
        await request("PUT", gameAddress(room.game, "/greeting"), { text });
        notice(t(text.trim() ? "greeted" : "greeting_removed"));
        await readInvitation(room);
      }),
    /** @type {(title: string, url: string) => Promise<void>} */
    shareInvite: (title, url) => navigator.share({ title, url }).catch(() => {}), // they may think better of it
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
    askPause: once((/** @type {number} */ days) => agree("/pause", { days })),
    agreePause: once(() => agree("/pause/agree")),
    endPause: once(() => agree("/pause/end")),
    giveDay: once(async (/** @type {string} */ name) => {
      await agree("/give-day");
      notice(t("day_given", { name }));
    }),
    /** What waits for an answer, and what one may ask for. */
    openQuestions: () =>
      withNotice(async () => {
        const [possible, { questionsDialog }] = await Promise.all([
          get(gameAddress(room.game, "/questions")),
          import("./questions_view.js"),
        ]);
        const draw = () => {
          const { tables, last, questions } = room.state;
          return questionsDialog(tables[last], questions, possible, answering);
        };
        room.send({ type: "dialog", dialog: { type: "questions", draw } });
      }),
    ...answering,
    rematch: once(() => withNotice(async () => go(`/game/${(await post("/rematch")).id}`))),
    /** Asks whom of those who play, and why. */
    report: () => {
      const close = () => room.send({ type: "dialog", dialog: null });
      const draw = reportForm({ people: others(room.state), game: room.game, redraw: room.redraw, done: close });
      room.send({ type: "dialog", dialog: { type: "report", draw } });
    },
    /** What we note about this game, for nobody else to see. */
    openNotes: () =>
      withNotice(async () => {
        const [notes, { notesForm }] = await Promise.all([notesOf(room.game), import("../lobby/notes_view.js")]);
        const close = () => room.send({ type: "dialog", dialog: null });
        const save = (/** @type {import("../lobby/notes.js").Notes} */ changed) =>
          problemOf(() => saveNotes(room.game, changed).then(close));
        room.send({ type: "dialog", dialog: { type: "notes", draw: notesForm(notes, room.redraw, save, close) } });
      }),
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
