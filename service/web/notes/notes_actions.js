// Reading and writing what one notes about a game, while its sheet is open.

import { asProblem, gameAddress, get, request } from "../core/client.js";
import { withNotice } from "../core/notices.js";
import { once } from "../core/once.js";
import { ensurePlayer, session } from "../core/session.js";
import { language } from "../core/words.js";
import { notesView } from "./notes_view.js";
import { isUnasked, readThoughts, thoughtsOf } from "./thoughts.js";
import { textAt } from "./timeline.js";

/** @type {OwnGameNotes} of somebody who has not said who they are */
const NOTHING = { notes: [], thoughts: [], may_think: false, why_not: null };
const NARROW = matchMedia("(max-width: 47.99rem)"); // the sheet covers the table

/**
 * What the table does for it: shows a step, names an event by its count, says whose seat is ours, and what the engine
 * thinks of the move that somebody thought about.
 * @typedef {object} AtTable
 * @property {(seq: number) => void} show
 * @property {(seq: number) => number} count
 * @property {() => number | null} seat
 * @property {(entry: NotebookEntry) => Child} judged
 */

/**
 * @param {TableRoom} room
 * @param {AtTable} table
 */
export function notesActions(room, table) {
  const address = () => gameAddress(room.game, "/notes", { language });
  /** @type {OwnGameNotes | null} */
  let own = null;
  /** @type {NoteDraft} */
  let draft = { step: 0, text: "", isThought: false };
  let problem = "";
  let isBusy = false;

  const isOver = () => room.state.tables[room.state.last]?.status === "over";
  const close = () => room.send({ type: "dialog", dialog: null });

  /** @param {Partial<NoteDraft>} part */
  function change(part) {
    const isSame = draft.text === textAt(own, draft);
    draft = { ...draft, ...part };
    if (isSame && part.text === undefined) draft.text = textAt(own, draft); // what was begun goes along
    room.redraw();
  }

  async function save() {
    isBusy = true;
    problem = "";
    room.redraw();
    try {
      await ensurePlayer();
      own = await request("PUT", address(), { step: draft.step, text: draft.text, is_thought: draft.isThought });
      draft = { ...draft, text: textAt(own, draft) };
      if (draft.isThought && isOver()) await readThoughts(room.game);
    } catch (error) {
      problem = asProblem(error).message;
    }
    isBusy = false;
    room.redraw();
  }

  const actions = {
    change,
    save: () => (isBusy ? undefined : save()),
    judged: table.judged,
    show: (/** @type {number} */ seq) => {
      if (NARROW.matches) close();
      table.show(seq);
      change({ step: seq });
    },
  };
  const draw = () => {
    const { state } = room;
    const shown = { own, thoughts: thoughtsOf(room.game) ?? [], draft, problem, isBusy, seat: table.seat() };
    return notesView(state, shown, actions, table.count);
  };

  async function open() {
    own = session.me ? await get(address()) : NOTHING;
    if (isOver()) await readThoughts(room.game);
    const step = room.state.at;
    draft = { step, isThought: false, text: textAt(own, { step, isThought: false }) };
    room.send({ type: "dialog", dialog: { type: "notebook", draw } });
  }

  return {
    open: once(() => withNotice(open)),
    /** Everybody's thoughts, once; the page is drawn again when they have come. */
    read: async () => {
      if (!isUnasked(room.game)) return;
      await readThoughts(room.game).catch(asProblem);
      room.redraw();
    },
  };
}
