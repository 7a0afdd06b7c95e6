// What one notes about this game, joined to its steps and to what the engine says of them.

import { notesActions } from "../notes/notes_actions.js";
import { moveOf } from "../notes/timeline.js";
import { counted } from "../replay/stepping.js";
import { badge } from "../review/badge_view.js";

/**
 * @param {TableRoom} room
 * @param {{ show: (seq: number) => unknown }} replay
 */
export const noting = (room, replay) =>
  notesActions(room, {
    show: (seq) => replay.show(seq),
    count: (seq) => counted({ ...room.state, at: seq }).at,
    seat: () => room.state.tables[room.state.last]?.viewer ?? null,
    judged: (entry) => {
      const move = moveOf(entry, [...(room.state.review?.bySeq?.values() ?? [])]);
      return move ? badge(move) : null;
    },
  });
