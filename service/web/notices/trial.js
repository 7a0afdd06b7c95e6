// A button that tries a way, and what came of it.

import { asProblem } from "../core/client.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { answerText } from "./answers.js";

const EVERY = 700; // milliseconds
const ATTEMPTS = 40;

/** @typedef {{ isGood: boolean, text: string }} Outcome */

/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * `send` begins the trial; `look` is asked until it knows what came of it. Both may raise a Problem.
 * @param {Redraw} redraw
 * @param {() => Promise<unknown>} send
 * @param {() => Promise<Outcome | null>} look
 */
export function trial(redraw, send, look) {
  /** @type {Outcome | null} */
  let outcome = null;
  let isBusy = false;

  async function attempt() {
    await send();
    for (let count = 0; count < ATTEMPTS; count += 1) {
      const known = await look();
      if (known) return known;
      await wait(EVERY);
    }
    return { isGood: false, text: t("test_silence") };
  }

  async function press() {
    isBusy = true;
    outcome = null;
    redraw();
    try {
      outcome = await attempt();
    } catch (error) {
      outcome = { isGood: false, text: asProblem(error).message };
    }
    isBusy = false;
    redraw();
  }

  /** @type {(what: string, ...more: Child[]) => ElementNode} `what` is said to those who do not see where it stands */
  return (what, ...more) =>
    h(
      "div",
      { class: "outcome-line", key: "trial" },
      h(
        "button",
        { type: "button", disabled: isBusy, "aria-label": t("test_of", { what }), onclick: press },
        t("test"),
      ),
      more,
      h(
        "p",
        { role: "status", class: outcome ? (outcome.isGood ? "good" : "problem") : "faint" },
        isBusy ? t("test_waiting") : (outcome?.text ?? ""),
      ),
    );
}

/**
 * What the state of a target says about a trial; null if it does not know yet.
 * @param {{ answer: string | null, answered: string | null, delivered: string | null }} state
 * @param {string} arrived said if it has arrived
 * @returns {Outcome | null}
 */
export function outcomeOf({ answer, answered, delivered }, arrived) {
  if (!answered) return null;
  return delivered
    ? { isGood: true, text: arrived }
    : { isGood: false, text: t("test_failed", { answer: answerText(answer) }) };
}
