// What is due while nobody checks an answer, and while it waits to be sent.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @typedef {import("./actions.js").PuzzleActions} PuzzleActions */

/**
 * @param {DueNow} due with a connection
 * @param {SolvingState} state
 * @param {PuzzleActions} actions
 * @returns {DueNow}
 */
export function laterDue(due, { puzzle, choices, isWaiting, isSending }, { attempt }) {
  if (isWaiting) {
    return {
      icon: "logo",
      title: t("answer_waits"),
      hint: t("held_text"),
      buttons: [
        h("button", { key: "withdraw", onclick: attempt.withdraw }, t("held_back")),
        h("a", { key: "others", class: "button", href: "/puzzles" }, t("all_puzzles")),
      ],
    };
  }
  if (choices.step !== "over") {
    const isFire = choices.step === "fire";
    const skip = h(
      "button",
      { key: "skip", onclick: attempt.skip },
      t(isFire ? "unchecked_no_target" : "unchecked_nowhere"),
    );
    // As news, which a phone has room for too.
    return { ...due, news: t(isFire ? "unchecked_fire" : "unchecked_place"), buttons: [due.buttons, skip] };
  }
  const send = h(
    "button",
    { key: "send", class: "main", disabled: isSending, onclick: attempt.submit },
    icon("check"),
    t("submit_later"),
  );
  return {
    icon: "logo",
    title: t("all_placed"),
    // Recruits are the rest of the answer, and only rules can offer them.
    ...(puzzle.recruits ? { hint: t("unchecked_recruits") } : { hint: t("unchecked_done"), buttons: send }),
  };
}
