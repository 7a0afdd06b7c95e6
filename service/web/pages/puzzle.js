// One puzzle: solve it, then see what there was to find.

import { read } from "../core/client.js";
import { h, onceDrawn } from "../core/dom.js";
import { amongButtons } from "../board/focus.js";
import { announce } from "../core/notices.js";
import { session, somebody } from "../core/session.js";
import { Desk } from "../puzzle/desk.js";
import { kept } from "../puzzle/draft.js";
import { wishIn } from "../puzzles/practice.js";
import { solving } from "../puzzle/attempt_actions.js";
import { walking } from "../puzzle/walk_actions.js";
import { t } from "../core/words.js";
import { outcomeView } from "../puzzle/outcome_view.js";
import { heading, noPuzzle, puzzleTitle } from "../puzzle/heading_view.js";
import { solvingView } from "../puzzle/solving_view.js";

export function start(at, redraw) {
  const desk = new Desk(redraw);
  let guest = null;

  /** Becomes a guest with the first move, if one is nobody: from then on the time is counted. */
  function known() {
    if (session.me) return Promise.resolve();
    guest ??= somebody()
      .then(() => read(desk.address))
      .catch((problem) => {
        guest = null;
        throw problem;
      });
    return guest;
  }

  /** All there is to know, and one's last attempt on the board. */
  async function conclude() {
    const { puzzle } = desk.state;
    const [outcome, own, board] = await Promise.all([
      read(`${desk.address}/result`),
      read("/api/me/puzzles").catch(() => null), // the rest is worth showing without them
      puzzle.day ? read(`/api/puzzles/leaderboard?date=${puzzle.day}`).catch(() => null) : null,
    ]);
    const ladder = { ...puzzle.ladder, next: puzzle.ladder.next && { ...puzzle.ladder.next, stars: 0, rating: 0 } };
    desk.send({ outcome, own, board, puzzle: { ...puzzle, rated: false, ladder } });
    await acts.show(outcome.attempts.length - 1);
    onceDrawn(() => document.getElementById("result-title")?.focus());
  }

  const solve = solving(desk, known, conclude);
  const acts = { ...solve, ...walking(desk), retry: () => solve.begin([]) };

  async function load() {
    try {
      const puzzle = await read(`/api/puzzles/${encodeURIComponent(decodeURIComponent(at.puzzle))}`);
      desk.send({ puzzle, problem: null });
      const moves = kept(puzzle.id);
      if (puzzle.result && !moves && !wishIn(location.search)?.failed) await conclude();
      else await solve.begin(moves ?? []);
    } catch (problem) {
      if (problem.status === undefined) throw problem;
      desk.send({ problem });
      announce(problem.message);
    }
  }

  load();
  return {
    title: () => (desk.state.puzzle ? puzzleTitle(desk.state.puzzle) : t("puzzle")),
    draw: () => drawn({ ...desk.state, canMove: desk.canMove }, acts, load),
    key: (event) => key(desk, acts, event),
    close: () => {
      desk.isClosed = true;
    },
  };
}

function drawn(state, acts, load) {
  const { puzzle, problem, choices, walk, outcome } = state;
  if (problem) return [noPuzzle(problem, load)];
  if (!puzzle || !(choices || walk))
    return [h("p", { class: "faint", "aria-busy": "true", key: "busy" }, t("one_moment"))];
  const isBack = walk && outcome;
  return [
    h(
      "div",
      { class: `table puzzle ${isBack ? "is-over" : ""}`, key: "puzzle" },
      heading(puzzle),
      isBack ? outcomeView(state, acts) : solvingView(state, acts),
    ),
  ];
}

function key(desk, acts, event) {
  const { state } = desk;
  if (amongButtons(event)) return true;
  if (event.target.type === "range") return false;
  const back = state.walk
    ? {
        ArrowLeft: () => acts.step(-1),
        ArrowRight: () => acts.step(1),
        Home: () => acts.show(state.walk.line, 0),
        End: () => acts.show(state.walk.line),
      }
    : {};
  const forth = desk.isSolving
    ? { r: () => acts.turn(1), R: () => acts.turn(-1), u: acts.undo, h: () => state.puzzle.ladder.next && acts.hint() }
    : {};
  const press = { ...back, ...forth }[event.key];
  press?.();
  return Boolean(press);
}
