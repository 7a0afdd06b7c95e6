// Sends what waits, once the service is there again: from whatever page is open then.

import { asProblem, postMove, postOnce } from "../core/client.js";
import { notice } from "../core/notices.js";
import { route } from "../core/router.js";
import { ensurePlayer, session } from "../core/session.js";
import { t } from "../core/words.js";
import { saveDraft } from "./draft.js";
import { forgetTried } from "./kept_puzzles.js";
import { answered, forget, inOneTab, kept, waiting } from "./waiting.js";

const MOVED_ON = 409;
const once = () => false; // what does not arrive waits on

/** @type {Set<string>} */
export const overtaken = new Set(); // games that have moved on while a move waited: their pages ask what to do

/** How many moves and answers wait, without those that are to be asked about. */
export function counts() {
  const all = waiting();
  return {
    moves: all.filter(({ kind, id }) => kind === "move" && !overtaken.has(id)).length,
    answers: all.filter(({ kind }) => kind === "answer").length,
  };
}

/** Settled when everything has been sent, or waits on. */
export async function sendWaiting() {
  for (const { kind, id } of waiting()) {
    // The page of a game sends its own move.
    const isElsewhere = kind === "answer" || (route(location.pathname).game !== id && !overtaken.has(id));
    if (isElsewhere) await inOneTab(kind, id, true, () => (kind === "move" ? sendMove(id) : sendAnswer(id)));
  }
}

/** @param {string} game */
async function sendMove(game) {
  const wish = kept("move", game);
  if (!wish || wish.player !== session.me?.player) return;
  try {
    await postMove(game, wish.seq, wish.move, wish.key, once);
    forget("move", game, wish.key);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.isAway) return;
    if (problem.status === MOVED_ON) {
      overtaken.add(game);
      return;
    }
    forget("move", game, wish.key);
    notice(problem.message, "error", problem.more.rule, { address: `/game/${game}`, text: t("to_game") });
  }
}

/** @param {string} puzzle */
async function sendAnswer(puzzle) {
  const wish = kept("answer", puzzle);
  if (!wish) return;
  const address = `/puzzles/${puzzle}`;
  try {
    await ensurePlayer();
    const { score } = await postOnce(`/api${address}/attempts`, { moves: wish.moves }, once, wish.key);
    forget("answer", puzzle, wish.key);
    notice(t("answer_arrived", { count: score }), "info", null, { address, text: t("see_result") });
  } catch (error) {
    const problem = asProblem(error);
    if (problem.isAway) return;
    forget("answer", puzzle, wish.key);
    saveDraft(puzzle, wish.moves); // its page shows what is wrong, and it can be mended
    notice(t("answer_refused"), "error", problem.more.rule, { address, text: t("act_look") });
  }
  answered(puzzle);
  await forgetTried(puzzle);
}
