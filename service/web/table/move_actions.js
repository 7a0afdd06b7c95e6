// Making one's move: what is chosen is sent, and what comes of it fetched.

import { move, of, read } from "../core/client.js";
import { notice, trying } from "../core/notices.js";
import { drafting } from "../board/picking.js";
import { look } from "../core/session.js";
import { aiming } from "../board/aiming.js";

export function moving(room, following, line) {
  async function play(choice) {
    if (!room.canMove && choice.type !== "undo") return;
    if (room.state.line) return choice.type === "undo" ? line.lineBack() : line.lineMove(choice);
    room.send({ type: "sending", is: true });
    try {
      const answer = await move(room.game, room.state.last, choice);
      const table = await read(of(room.game));
      room.send({ type: "newest", table });
      await Promise.all([following.steps(), following.frames(answer.seq, table.seq)]);
      room.send({ type: "since", at: answer.seq });
      room.send({ type: "live", at: answer.seq });
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      notice(problem.message, "error", problem.more.rule);
      await trying(() => following.renewAll());
    } finally {
      room.send({ type: "sending", is: false });
    }
    await trying(() => following.choices());
    following.catchUp();
    look().catch(() => {});
  }

  return {
    play,
    ...aiming(room, play),
    undo: () => play({ type: "undo" }),
    point: (domino) => room.pick({ domino }),
    draft: (domino) => {
      const choice = drafting(room.state.choices, domino);
      if (choice) play(choice);
    },
  };
}
