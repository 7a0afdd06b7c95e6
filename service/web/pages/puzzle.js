// One puzzle: solve it, then see its solution.

import { moveAmongButtons } from "../board/focus.js";
import { asProblem, get } from "../core/client.js";
import { isGone, onConnection } from "../core/connection.js";
import { h } from "../core/dom.js";
import { announce, notice, shown } from "../core/notices.js";
import { previousAddress } from "../core/router.js";
import { t } from "../core/words.js";
import { puzzleActions } from "../puzzle/actions.js";
import { Desk } from "../puzzle/desk.js";
import { readDraft } from "../offline/draft.js";
import { kept, onAnswered } from "../offline/waiting.js";
import { heading, noPuzzle, puzzleTitle } from "../puzzle/heading_view.js";
import { solvingView } from "../puzzle/solving_view.js";
import { wishOf } from "../puzzles/practice.js";

/** @typedef {import("../puzzle/actions.js").PuzzleActions} PuzzleActions */

/**
 * @param {{ puzzle: string }} at
 * @param {Redraw} redraw
 * @returns {Page}
 */
export function start(at, redraw) {
  const desk = new Desk(redraw);
  const actions = puzzleActions(desk);

  async function load() {
    try {
      const puzzle = await get(`/api/puzzles/${encodeURIComponent(decodeURIComponent(at.puzzle))}`);
      desk.send({ puzzle, problem: null });
      const waiting = kept("answer", puzzle.id);
      desk.send({ isWaiting: waiting !== null });
      const draft = waiting?.moves ?? readDraft(puzzle.id);
      if (puzzle.result && !draft && !wishOf(location.search)?.failed) await actions.conclude();
      else {
        if (previousAddress() !== null) actions.startClock(); // came by a press, not by a link or a start page
        await actions.attempt.begin(draft ?? []);
      }
    } catch (error) {
      const problem = asProblem(error);
      desk.send({ problem });
      announce(problem.message);
    }
  }

  load();
  const endings = [
    onAnswered((puzzle) => puzzle === desk.state.puzzle?.id && load()),
    // What nobody could check is checked.
    onConnection(() => {
      const { choices, isWaiting, moves } = desk.state;
      if (!isGone() && choices?.isUnchecked && !isWaiting && desk.isSolving) actions.attempt.begin(moves);
    }),
  ];
  return {
    title: () => (desk.state.puzzle ? puzzleTitle(desk.state.puzzle) : t("puzzle")),
    frame: () => (desk.solving && !desk.walking ? "in-solving" : ""),
    draw: () => draw(desk, actions, load),
    key: (event) => key(desk, actions, event),
    close: () => {
      desk.isClosed = true;
      endings.forEach((end) => end());
    },
  };
}

/** @type {(desk: Desk, actions: PuzzleActions, load: () => Promise<void>) => Child[]} */
function draw(desk, actions, load) {
  const { puzzle, problem } = desk.state;
  if (problem) return [noPuzzle(problem, load)];
  const { walking, solving } = desk;
  if (!puzzle || !(walking || solving)) {
    return [h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("one_moment"))];
  }
  return [
    h(
      "div",
      { class: `table puzzle ${walking ? "is-over" : "is-solving"}`, key: "puzzle" },
      walking ? [heading(puzzle), desk.outcomeView?.(walking, actions)] : solving && solvingView(solving, actions),
    ),
  ];
}

/**
 * A key is easily pressed by mistake: where a hint costs something, it is asked for by a second press.
 * @param {PuzzleLadder["next"]} next
 * @param {() => unknown} take
 */
function hintByKey(next, take) {
  if (!next) return;
  const warning = next.stars ? t("hint_sure", { count: next.stars }) : "";
  if (!warning || shown.some(({ text }) => text === warning)) take();
  else announce(notice(warning).text);
}

/** @type {(desk: Desk, actions: PuzzleActions, event: On<KeyboardEvent>) => boolean} */
function key(desk, { attempt, board, walk }, event) {
  if (moveAmongButtons(event)) return true;
  if (event.target.type === "range") return false;
  const { walk: place } = desk.state;
  /** @type {Record<string, () => unknown>} */
  const walkKeys = place
    ? {
        ArrowLeft: () => walk.step(-1),
        ArrowRight: () => walk.step(1),
        Home: () => walk.show(place.line, 0),
        End: () => walk.show(place.line),
      }
    : {};
  const solvingKeys = {
    r: () => board.turn(1),
    R: () => board.turn(-1),
    u: attempt.undo,
    h: () => hintByKey(desk.puzzle.ladder.next, attempt.hint),
  };
  const press = { ...walkKeys, ...(desk.isSolving ? solvingKeys : {}) }[event.key];
  press?.();
  return Boolean(press);
}
