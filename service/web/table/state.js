// What the page of a game knows. `update` is pure: the same state and message give the same next state.

import { clamp } from "../core/numbers.js";
import { nothing } from "../board/picking.js";

export const defaults = (game) => ({
  game,
  problem: null, // why there is nothing to show
  waiting: null, // a table that is not full yet
  tables: {}, // by the number of the event they follow
  steps: [], // the game told, one entry for each event
  last: 0, // the newest event
  at: 0, // the event after which the table is shown
  isLive: true, // shows the newest, and catches up with it
  since: 0, // what was placed behind this event is new to the viewer
  choices: null, // what the viewer may do, if it is their turn
  pick: nothing(), // what of it they have chosen so far
  isSending: false,
  isConnected: true,
  large: null, // the seat whose territory is shown large, if the viewer chose one
  lit: null, // { seat, cells } of a score that is pointed at
  speed: 0, // of autoplay; 0 stands still
  clock: null,
  players: [], // who sits there, as far as that is told
  hint: null, // which moves are best, if the viewer asked
  review: null, // what each decision of a finished game has cost, if the viewer asked
  line: null, // { at, seat, moves, own } of a side line that is tried; `main` is the state of the game itself meanwhile
  main: null,
  dialog: null, // what lies over the table, if anything
});

export function update(state, message) {
  switch (message.type) {
    case "failed":
      return { ...state, problem: message.problem };
    case "waiting":
      return { ...state, waiting: message.table, problem: null };
    case "newest":
      return newest(state, message.table);
    case "frames":
      return {
        ...state,
        tables: {
          ...state.tables,
          ...bySeq(message.tables.filter((table) => !state.line || table.seq < state.line.at)),
        },
      };
    case "steps":
      return { ...state, steps: [...state.steps.slice(0, message.after), ...message.steps] };
    case "forget": // what we believed was wrong
      return { ...state, tables: {}, steps: [], choices: null, hint: null, pick: nothing() };
    case "show":
      return { ...state, at: clamp(message.at, 1, state.last), isLive: false, lit: null, pick: nothing() };
    case "live":
      return { ...state, isLive: true, speed: 0, at: message.at ?? state.at, lit: null };
    case "since":
      return { ...state, since: message.at };
    case "choices":
      return { ...state, choices: message.choices, pick: nothing(message.choices, state.pick.turn) };
    case "pick":
      return { ...state, pick: { ...state.pick, ...message.pick } };
    case "sending":
      return { ...state, isSending: message.is };
    case "connected":
      return { ...state, isConnected: message.is };
    case "players":
      return { ...state, players: message.players };
    case "large":
      return { ...state, large: message.seat };
    case "lit":
      return { ...state, lit: message.lit };
    case "speed":
      return { ...state, speed: message.speed, isLive: message.speed ? false : state.isLive };
    case "hint":
      return { ...state, hint: message.hint && { ...state.hint, ...message.hint } };
    case "review":
      return { ...state, review: message.review && { ...state.review, ...message.review } }; // what comes later adds to it
    case "line":
      return message.line
        ? aside(state, message.line, message.own)
        : { ...state.main, review: state.review, isSending: false };
    case "dialog":
      return { ...state, dialog: message.dialog };
    default:
      throw new Error(`no message is called ${message.type}`);
  }
}

function newest(state, table) {
  if (table.seq < state.last) return state;
  return {
    ...state,
    waiting: null,
    problem: null,
    last: table.seq,
    clock: table.clock ?? null,
    tables: { ...state.tables, [table.seq]: table },
    choices: state.choices?.seq === table.seq ? state.choices : null,
    hint: state.hint?.seq === table.seq ? state.hint : null,
  };
}

/** The table of a side line: that of the game up to event `at`, then what came of other moves. */
function aside(state, { at, seat, seq, moves, steps, frames, choices }, own) {
  const main = state.main ?? state;
  const laid = (table) => ({ ...table, viewer: seat, may_undo: false });
  const first = frames[0]?.seq ?? at + 1;
  const known = Object.values(state.tables).filter((table) => table.seq < first && (state.main || table.seq <= at));
  return {
    ...state,
    main,
    line: { at, seat, moves, own },
    tables: { ...bySeq(known), [at]: laid(main.tables[at]), ...bySeq(frames.map(laid)) },
    steps: [...main.steps.slice(0, at), ...steps],
    last: seq,
    at: clamp(first, at, seq),
    isLive: true,
    since: first - 1,
    speed: 0,
    large: null,
    lit: null,
    choices,
    pick: nothing(choices, state.pick.turn),
  };
}

const bySeq = (tables) => Object.fromEntries(tables.map((table) => [table.seq, table]));

/** The table that is shown: at the event asked for, or the nearest one before it that has arrived. */
export function shown(state) {
  for (let seq = state.at; seq > 0; seq -= 1) if (state.tables[seq]) return state.tables[seq];
  return state.tables[state.last] ?? null;
}

/** Whether the table shown is the newest, on which one may move. */
export const isNow = (state) => state.at === state.last && shown(state)?.seq === state.last;

/** The seat whose territory lies in the middle: it stays there, so that the eye need not look for it. */
export const middle = (state, table) => state.large ?? table.viewer ?? 0;

/** Dominoes that are new to the viewer; of a replay only what the step itself did. */
export function fresh(state) {
  const from = state.isLive ? state.since : state.at - 1;
  const isNew = (step) => step.seq > from && step.seq <= state.at;
  return new Set(state.steps.filter((step) => isNew(step) && step.type === "domino_placed").map((step) => step.domino));
}
