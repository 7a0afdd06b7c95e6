// Reading and writing what is said at a table, while its sheet is open.

import { asProblem, gameAddress, get, request } from "../core/client.js";
import { afterDrawing } from "../core/dom.js";
import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { ensurePlayer } from "../core/session.js";
import { language } from "../core/words.js";
import { talkView } from "./talk_view.js";

const PATIENCE = 15_000; // milliseconds until it is read again although nobody has said anything
const NARROW = matchMedia("(max-width: 47.99rem)"); // the sheet covers the table

/**
 * What the table does for it: shows a step by its count, lights a square, and opens the form of a report, which calls
 * `done` when it was sent.
 * @typedef {object} AtTable
 * @property {(count: number) => void} step
 * @property {(cell: Cell) => void} square
 * @property {(said: Said, done: (isBlocked: boolean) => void) => void} report
 */

/**
 * @param {TableRoom} room
 * @param {AtTable} table
 */
export function talkActions(room, table) {
  /** @type {Channel | null} */
  let channel = null;
  /** @type {Talk | null} */
  let talk = null;
  let problem = "";
  let draft = "";
  let isBusy = false;

  const isOpen = () => !room.isClosed && room.state.dialog?.type === "talk";
  const close = () => room.send({ type: "dialog", dialog: null });
  const aside = () => NARROW.matches && close();

  async function load() {
    const query = { language, ...(channel ? { channel } : {}) };
    talk = await get(gameAddress(room.game, "/talk", query));
    const newest = talk?.messages.at(-1);
    if (talk?.channel === "players" && talk.unread && newest && !document.hidden) {
      await request("POST", gameAddress(room.game, "/talk/read"), { upto: newest.id });
    }
    if (!document.hidden) room.send({ type: "talk", unread: 0 });
    room.redraw();
    afterDrawing(toNewest);
  }

  /** Reads it again whenever something was said, until the sheet is closed. */
  async function follow() {
    while (isOpen()) {
      const before = room.reports.newest.get("talk");
      await room.reports.next("talk", (report) => report !== before || !isOpen(), PATIENCE);
      if (isOpen()) await load().catch(asProblem);
    }
  }

  /** @param {{ phrase?: string, text?: string }} message */
  async function send(message) {
    isBusy = true;
    problem = "";
    room.redraw();
    try {
      await ensurePlayer();
      const headers = { "Idempotency-Key": crypto.randomUUID() };
      await request("POST", gameAddress(room.game, "/talk"), { ...message, channel: talk?.channel }, headers);
      if (message.text) draft = "";
      await load();
    } catch (error) {
      problem = asProblem(error).message;
    }
    isBusy = false;
    room.redraw();
  }

  const actions = {
    say: (/** @type {string} */ phrase) => (isBusy ? undefined : send({ phrase })),
    write: () => (isBusy || !draft.trim() ? undefined : send({ text: draft })),
    type: (/** @type {string} */ text) => {
      draft = text;
    },
    choose: (/** @type {Channel} */ chosen) => {
      channel = chosen;
      return withNotice(load);
    },
    step: (/** @type {number} */ count) => {
      aside();
      table.step(count);
    },
    square: (/** @type {Cell} */ cell) => {
      aside();
      table.square(cell);
    },
    // Somebody who was blocked with it is not heard any more.
    report: (/** @type {Said} */ said) => table.report(said, (isBlocked) => (isBlocked ? withNotice(open) : close())),
  };

  const draw = () => talkView(room.state, { talk, problem, draft, isBusy }, actions);

  async function open() {
    await load();
    const isFollowed = isOpen();
    room.send({ type: "dialog", dialog: { type: "talk", draw } });
    afterDrawing(toNewest);
    if (!isFollowed) follow();
  }

  return { open: once(() => withNotice(open)) };
}

function toNewest() {
  const list = document.querySelector(".talk .said");
  if (list) list.scrollTop = list.scrollHeight;
}
