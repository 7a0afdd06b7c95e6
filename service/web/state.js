// What the page of a game knows. `update` is pure: the same state and message give the same next state.

import { nothing } from "./picking.js";

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
      return { ...state, tables: { ...state.tables, ...Object.fromEntries(message.tables.map((table) => [table.seq, table])) } };
    case "steps":
      return { ...state, steps: [...state.steps.slice(0, message.after), ...message.steps] };
    case "forget": // what we believed was wrong
      return { ...state, tables: {}, steps: [], choices: null, pick: nothing() };
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
    case "large":
      return { ...state, large: message.seat };
    case "lit":
      return { ...state, lit: message.lit };
    case "speed":
      return { ...state, speed: message.speed, isLive: message.speed ? false : state.isLive };
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
  };
}

export const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

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
