// The review of a finished game: asking for it, waiting until it is made, and going from mistake to mistake.

import { of, read } from "../core/client.js";
import { following, judged, mistakes } from "./judgements.js";
import { announce, trying } from "../core/notices.js";
import { rename } from "../core/router.js";
import { session, somebody } from "../core/session.js";
import { verdictText } from "./verdict_view.js";
import { t } from "../core/words.js";

const LOOK_EVERY = 700; // milliseconds

/** Whether an address asks for the review to be open. */
const isAsked = () => new URLSearchParams(location.search).has("review");

function asked(is) {
  const query = new URLSearchParams(location.search);
  if (is) query.set("review", "1");
  else query.delete("review");
  const text = query.toString();
  rename(`${location.pathname}${text ? `?${text}` : ""}`);
}

export function reviewing(room, travel) {
  const isOver = () => room.state.tables[room.state.last]?.status === "over";
  const isOpen = () => Boolean(room.state.review) && !room.isClosed;

  async function openReview() {
    if (!isOver() || room.state.review) return;
    asked(true);
    room.send({
      type: "review",
      review: { status: "running", progress: 0, whose: room.state.tables[room.state.last].viewer },
    });
    try {
      await somebody();
      let found = await read(of(room.game, "/analysis"));
      while (isOpen() && found.status === "running") {
        room.send({ type: "review", review: found });
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        found = await read(of(room.game, "/analysis"));
      }
      if (!isOpen()) return;
      room.send({ type: "review", review: judged(found) });
      announce(t("review_ready"));
      await trying(puzzles);
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      if (isOpen()) room.send({ type: "review", review: { status: "failed", problem: problem.message } });
    }
  }

  /** Those that were made from this game. */
  async function puzzles() {
    const found = await read(of(room.game, "/puzzles"));
    if (isOpen()) room.send({ type: "review", review: found });
  }

  function closeReview() {
    asked(false);
    room.send({ type: "review", review: null });
  }

  /** To a decision, with the territory of who made it in the middle. */
  function judgement(seq) {
    if (seq === undefined) return;
    const move = room.state.review.bySeq.get(seq);
    room.send({ type: "large", seat: move.seat });
    travel.show(seq);
    announce(verdictText(room.state.tables[room.state.last], move));
  }

  const isReady = () => room.state.review?.status === "done" && !room.state.line;
  const go = (seqs, direction) => isReady() && judgement(following(seqs(), room.state.at, direction));

  return {
    openReview,
    closeReview,
    judgement,
    mistake: (direction) => go(() => mistakes(room.state.review, room.state.review.whose), direction),
    turningPoint: (direction) => go(() => room.state.review.turning_points, direction),
    whose: (seat) => room.send({ type: "review", review: { whose: seat } }),
    /** A link that was passed on with its review open; a stranger asks for it by pressing. */
    reopen: () => isAsked() && session.me && openReview(),
  };
}
