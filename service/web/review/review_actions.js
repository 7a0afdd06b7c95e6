// The review of a finished game: requesting it, waiting for it, and going from mistake to mistake.

import { asProblem, followGame, gameAddress, get } from "../core/client.js";
import { announce, withNotice } from "../core/notices.js";
import { replaceAddress } from "../core/router.js";
import { ensurePlayer, session } from "../core/session.js";
import { t } from "../core/words.js";
import { indexed, mistakes, nextOf } from "./judgements.js";
import { verdictText } from "./verdict_view.js";

/** @typedef {ReturnType<typeof reviewActions>} ReviewActions */

const SILENCE = 5000; // milliseconds without a report, after which we look ourselves
const RUNNING = { status: /** @type {const} */ ("running") };

/** Whether the address asks for the review to be open. */
const isInAddress = () => new URLSearchParams(location.search).has("review");

/** @param {boolean} isOpen */
function writeAddress(isOpen) {
  const query = new URLSearchParams(location.search);
  if (isOpen) query.set("review", "1");
  else query.delete("review");
  const text = query.toString();
  replaceAddress(`${location.pathname}${text ? `?${text}` : ""}`);
}

/**
 * @param {TableRoom} room
 * @param {{ show: (seq: number) => unknown }} replay
 */
export function reviewActions(room, replay) {
  const newest = () => room.state.tables[room.state.last];
  const isOpen = () => Boolean(room.state.review) && !room.isClosed;

  /** @param {boolean} isAsked whether the viewer wants it; a shared link shows it if there is one */
  async function open(isAsked = true) {
    if (newest()?.status !== "over" || room.state.review) return;
    writeAddress(true);
    room.send({ type: "review", review: { ...RUNNING, progress: 0, whose: newest().viewer } });
    try {
      if (isAsked) await ensurePlayer();
      const analysis = await wait();
      if (!isOpen()) return;
      room.send({ type: "review", review: indexed(analysis) });
      announce(t("review_ready"));
      await withNotice(fetchPuzzles);
    } catch (error) {
      const problem = asProblem(error);
      if (problem.isSignedOut) room.send({ type: "review", review: null });
      else if (isOpen()) room.send({ type: "review", review: { status: "failed", problem: problem.message } });
    }
  }

  /** Waits for the analysis, and shows what is judged so far. */
  async function wait() {
    /** @type {Analysis} */
    let analysis = await look();
    if (analysis.status !== "running") return analysis;
    const stop = followGame(room.game, room.state.last, { review: (report) => room.reports.take("review", report) });
    try {
      while (isOpen() && analysis.status === "running") {
        const { progress } = analysis;
        room.send({ type: "review", review: { ...RUNNING, progress, bySeq: indexed(analysis).bySeq } });
        const isNew = (/** @type {Analysis} */ next) => next.status === "done" || next.progress > progress;
        await room.reports.next("review", isNew, SILENCE);
        analysis = await look();
      }
    } finally {
      stop();
    }
    return analysis;
  }

  const look = () => get(gameAddress(room.game, "/analysis"));

  /** Those that were made from this game. */
  async function fetchPuzzles() {
    const { puzzles } = await get(gameAddress(room.game, "/puzzles"));
    if (isOpen()) room.send({ type: "review", review: { puzzles } });
  }

  function close() {
    writeAddress(false);
    room.send({ type: "review", review: null });
  }

  /** The finished review; null while there is none, or while a variation is tried. */
  const done = () => (room.state.review?.status === "done" && !room.state.line ? room.state.review : null);

  /**
   * Goes to a decision, with the territory of the player who made it in the middle.
   * @param {number | undefined} seq
   */
  function goTo(seq) {
    const { review } = room.state;
    const move = seq === undefined || review?.status !== "done" ? undefined : review.bySeq.get(seq);
    if (!move) return;
    room.send({ type: "large", seat: null }); // the stage follows the seat that acts
    replay.show(move.seq);
    announce(verdictText(newest(), move));
  }

  /** @type {(seqs: number[], direction: number) => void} */
  const goToNext = (seqs, direction) => goTo(nextOf(seqs, room.state.at, direction));

  return {
    open: () => open(),
    close,
    goTo,
    /** @param {number} direction */
    toMistake: (direction) => {
      const review = done();
      if (review) goToNext(mistakes(review, review.whose), direction);
    },
    /** @param {number} direction */
    toTurningPoint: (direction) => {
      const review = done();
      if (review) goToNext(review.turning_points, direction);
    },
    /** @param {number | null} seat whose mistakes are gone through; null for everybody's */
    showSeat: (seat) => room.send({ type: "review", review: { whose: seat } }),
    /** For a link that was shared with its review open. */
    reopen: () => {
      if (isInAddress()) open(session.me !== null);
    },
  };
}
