// Making a move: it is drawn at once, kept until the service has it, and what is new comes with the answer.

import { boardActions } from "../board/board_actions.js";
import { draftMove } from "../board/picking.js";
import { asProblem, endPauses, newKey, postMove } from "../core/client.js";
import { noticeProblem, withNotice } from "../core/notices.js";
import { preferred } from "../core/preferences.js";
import { session } from "../core/session.js";
import { expected } from "../board/expected.js";
import { forget, inOneTab, keep, kept, onOtherTab } from "../offline/waiting.js";
import { shown } from "./state.js";

/** @typedef {ReturnType<typeof moveActions>} MoveActions */
/** @typedef {import("../offline/waiting.js").KeptMove} KeptMove */

const MOVED_ON = 409;

/**
 * @param {TableRoom} room
 * @param {import("./following.js").Following} following
 * @param {import("../review/variation_actions.js").VariationActions} variation
 */
export function moveActions(room, following, variation) {
  /** @type {string | null} */
  let withdrawn = null; // the key of a move that is no longer wanted

  /** @param {Move} move */
  async function play(move) {
    if (!room.canMove && move.type !== "undo") return;
    if (room.state.line) await (move.type === "undo" ? variation.back() : variation.move(move));
    else await send({ key: newKey(), seq: room.state.last, player: session.me?.player ?? "", move }, false);
  }

  /**
   * @param {KeptMove} wish
   * @param {boolean} isOld whether it was made before the page was loaded
   */
  const send = (wish, isOld) => inOneTab("move", room.game, isOld, () => sendNow(wish, isOld));

  /** @type {(wish: KeptMove, isOld: boolean) => Promise<void>} */
  async function sendNow(wish, isOld) {
    let isHeld = isOld;
    const { key, seq, move } = wish;
    const table = shown(room.state);
    keep("move", room.game, wish);
    const sent = table?.seq === seq ? expected(table, move) : null;
    room.send({ type: "sending", is: true, move, table: sent });
    try {
      const answer = await postMove(room.game, seq, move, key, () => {
        isHeld = true;
        if (key !== withdrawn) room.send({ type: "held", held: { wish, isAsked: false } });
        return key !== withdrawn && !room.isClosed;
      });
      forget("move", room.game, key);
      await made(answer);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.isAway) leave(key);
      else if (problem.status === MOVED_ON && isHeld) await ask(wish);
      else await refused(problem, key);
    }
  }

  /** @param {{ seq: number, news: News | null }} answer */
  async function made({ seq, news }) {
    room.send({ type: "sending", is: false });
    room.send({ type: "since", at: seq });
    if (room.state.at < seq) room.send({ type: "live", at: seq });
    const wasQuicker = room.state.last >= seq; // the stream
    await (news ? following.take(news) : following.renew());
    if (wasQuicker) following.catchUp();
    if (preferred("after_move", "") === "go") (await import("./next_game.js")).goOn(room);
  }

  /**
   * The connection is still gone: the move was taken back, or the page was left, and then it is sent by the next one.
   * @param {string} key
   */
  function leave(key) {
    if (key === withdrawn) forget("move", room.game, key);
    room.send({ type: "sending", is: false });
    if (!room.isClosed) withNotice(() => following.renew()); // it may have arrived nevertheless
  }

  /**
   * @param {import("../core/client.js").Problem} problem
   * @param {string} key
   */
  async function refused(problem, key) {
    forget("move", room.game, key);
    noticeProblem(problem);
    if (!problem.isSignedOut) await withNotice(() => following.renewAll()); // else the domino stays in the hand
    await goOn();
  }

  async function goOn() {
    room.send({ type: "sending", is: false });
    await withNotice(() => following.choices());
    following.catchUp();
  }

  /**
   * The game has moved on while the move was waiting: shows what has happened, and whether it can still be made.
   * @param {KeptMove} wish
   */
  async function ask(wish) {
    await withNotice(() => following.renewAll());
    await goOn();
    const { steps, choices } = room.state;
    const happened = steps.slice(wish.seq).map((step) => step.text);
    const wanted = JSON.stringify(wish.move);
    const isLegal = choices?.moves.some((move) => JSON.stringify(move) === wanted) ?? false;
    room.send({ type: "held", held: { wish, isAsked: true, happened: happened.join(" "), isLegal } });
  }

  /** Takes the move back that waits. */
  function withdraw() {
    const { held } = room.state;
    if (!held) return;
    withdrawn = held.wish.key;
    if (held.isAsked) {
      forget("move", room.game, withdrawn);
      room.send({ type: "held", held: null });
    }
    endPauses();
  }

  /** Makes the move after all. */
  function insist() {
    const { held } = room.state;
    if (held) play(held.wish.move);
  }

  /** Sends what was made before the page was loaded. */
  async function resume() {
    const wish = kept("move", room.game);
    const isOurs = wish && wish.player === session.me?.player && shown(room.state)?.viewer !== null;
    if (isOurs) await send(wish, true);
    else if (wish) forget("move", room.game, wish.key);
  }

  const stop = onOtherTab("move", room.game, () => {
    if (room.isClosed) stop();
    else if (room.state.held?.isAsked && !kept("move", room.game)) room.send({ type: "held", held: null });
  });

  return {
    board: boardActions(room, play),
    undo: () => play({ type: "undo" }),
    withdraw,
    insist,
    resume,
    /** @param {number | null} domino of a line that is pointed at */
    point: (domino) => room.pick({ domino }),
    /** @param {number} domino */
    draft: (domino) => {
      const move = draftMove(room.state.choices, domino);
      if (move) play(move);
    },
  };
}
