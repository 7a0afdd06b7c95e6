// What is said at this table, joined to its steps, its squares and its reports.

import { eventOf } from "../replay/stepping.js";
import { reportForm } from "../reporting/report_view.js";
import { talkActions } from "../talk/talk_actions.js";
import { middle, shown } from "./state.js";

/**
 * @param {TableRoom} room
 * @param {{ show: (seq: number) => unknown }} replay
 */
export const talking = (room, replay) =>
  talkActions(room, {
    step: (count) => replay.show(eventOf(room.state.steps, count)),
    square: (cell) => {
      const table = shown(room.state);
      if (table) room.send({ type: "lit", lit: { seat: middle(room.state, table), cells: [cell] } });
    },
    report: ({ player, name, id }, done) => {
      const people = [{ player, name }];
      const draw = reportForm({ people, game: room.game, message: id, redraw: room.redraw, done });
      room.send({ type: "dialog", dialog: { type: "report", draw } });
    },
  });
