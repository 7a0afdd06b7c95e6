// What the page of a game knows. `update` is pure: the same state and message give the same next state.
// The fields are described in types.d.ts.

import { emptyPick } from "../board/pick.js";
import { clamp } from "../core/numbers.js";
import { lastOwnStep, turnBegin } from "../replay/stepping.js";

// What was on the screen, in the order in which it is drawn: first what one needs to act.
export const SEEN = { nothing: 0, own: 1, others: 2, cave: 3, story: 4 };

/** @type {(game: string) => TableState} */
export const defaults = (game) => ({
  game,
  problem: null,
  waiting: null,
  invitation: null,
  tables: {},
  steps: [],
  last: 0,
  at: 0,
  isLive: true,
  since: 0,
  choices: null,
  pick: emptyPick(),
  isSending: false,
  sent: null,
  sentMove: null,
  held: null,
  isConnected: true,
  large: null,
  isHistoryOpen: false,
  seen: SEEN.nothing,
  lit: null,
  speed: 0,
  chosenSpeed: 1,
  clock: null,
  questions: [],
  players: [],
  here: [],
  hint: null,
  review: null,
  line: null,
  main: null,
  dialog: null,
  ending: null,
  hasHints: false,
  guide: null,
  unread: 0,
  departure: 0,
});

/** @type {(players: SeatedPlayer[], here: number[]) => SeatedPlayer[]} */
const attending = (players, here) => players.map((player, seat) => ({ ...player, isHere: here.includes(seat) }));

/** @type {(state: TableState, message: Message) => TableState} */
export function update(state, message) {
  switch (message.type) {
    case "failed":
      return { ...state, problem: message.problem };
    case "waiting":
      return { ...state, waiting: message.table, problem: null };
    case "invitation":
      return { ...state, invitation: message.invitation };
    case "newest":
      return newest(state, message.table);
    case "frames":
      return {
        ...state,
        tables: { ...state.tables, ...bySeq(message.tables.filter((table) => isWanted(state, table))) },
      };
    case "steps":
      return { ...state, steps: [...state.steps.slice(0, message.after), ...message.steps] };
    case "forget": // what we believed was wrong
      return { ...state, tables: {}, steps: [], last: 0, choices: null, hint: null, pick: emptyPick() };
    case "show":
      return { ...state, at: clamp(message.at, 1, state.last), isLive: false, lit: null, pick: emptyPick() };
    case "live":
      return { ...state, isLive: true, speed: 0, at: message.at ?? state.at, lit: null };
    case "since":
      return { ...state, since: message.at };
    case "choices":
      return { ...state, choices: message.choices, pick: emptyPick(message.choices, state.pick.turn), large: null };
    case "pick":
      return { ...state, pick: { ...state.pick, ...message.pick } };
    case "sending":
      return {
        ...state,
        isSending: message.is,
        sent: message.table ?? null,
        sentMove: message.move ?? null,
        held: null,
      };
    case "held":
      return { ...state, held: message.held };
    case "connected":
      return { ...state, isConnected: message.is };
    case "players":
      return { ...state, players: attending(message.players, state.here) };
    case "here":
      return { ...state, here: message.seats, players: attending(state.players, message.seats) };
    case "clock":
      return { ...state, clock: message.clock };
    case "large":
      return { ...state, large: message.seat };
    case "seen":
      return { ...state, seen: state.seen + 1 };
    case "history":
      return { ...state, isHistoryOpen: message.isOpen };
    case "lit":
      return { ...state, lit: message.lit };
    case "speed":
      return { ...state, speed: message.speed, isLive: message.speed ? false : state.isLive };
    case "chosen_speed":
      return { ...state, chosenSpeed: message.speed, speed: state.speed && message.speed };
    case "hint":
      return { ...state, hint: merged(state.hint, message.hint) };
    case "review":
      return { ...state, review: merged(state.review, message.review) };
    case "line":
      return message.line ? aside(state, message.line, message.own ?? []) : backToGame(state);
    case "ending":
      return { ...state, ending: merged(state.ending, message.ending) };
    case "departure":
      return { ...state, departure: message.seq };
    case "talk":
      return { ...state, unread: message.unread };
    case "dialog":
      return { ...state, dialog: message.dialog };
    default:
      throw new Error(`no message is called ${/** @type {Message} */ (message).type}`);
  }
}

/**
 * What comes later adds to what is there; null puts it away.
 * @template T
 * @param {T | null} old
 * @param {Partial<T> | null} change
 */
const merged = (old, change) => change && /** @type {T} */ ({ ...old, ...change });

/** @type {(state: TableState, table: Table) => boolean} */
const isWanted = (state, table) => !state.line || table.seq < state.line.at;

/** @type {(state: TableState, table: Table) => TableState} */
function newest(state, table) {
  if (table.seq < state.last) return state;
  return {
    ...state,
    waiting: null,
    problem: null,
    last: table.seq,
    clock: table.clock ?? null,
    questions: (table.questions ?? []).filter(({ kind, ends }) => kind !== "pause" && Date.parse(ends) > Date.now()),
    hasHints: table.hints ?? false,
    guide: table.guide ?? state.guide,
    tables: { ...state.tables, [table.seq]: table },
    choices: state.choices?.seq === table.seq ? state.choices : null,
    hint: state.hint?.seq === table.seq ? state.hint : null,
  };
}

/**
 * The table of a variation: that of the game up to event `at`, then what came of other moves.
 * @type {(state: TableState, line: Sideline, own: number[]) => TableState}
 */
function aside(state, { at, seat, seq, moves, steps, frames, choices }, own) {
  const main = state.main ?? state;
  /** @type {(table: Table) => Table} */
  const seenFrom = (table) => ({ ...table, viewer: seat, may_undo: false });
  const first = frames[0]?.seq ?? at + 1;
  const before = Object.values(state.tables).filter((table) => table.seq < first && (state.main || table.seq <= at));
  return {
    ...state,
    main,
    line: { at, seat, moves, own },
    tables: { ...bySeq(before), [at]: seenFrom(main.tables[at]), ...bySeq(frames.map(seenFrom)) },
    steps: [...main.steps.slice(0, at), ...steps],
    last: seq,
    at: clamp(first, at, seq),
    isLive: true,
    since: first - 1,
    speed: 0,
    large: null,
    lit: null,
    choices,
    pick: emptyPick(choices, state.pick.turn),
  };
}

/** @type {(state: TableState) => TableState} */
const backToGame = (state) => ({ ...(state.main ?? state), review: state.review, isSending: false });

/** @type {(tables: Table[]) => Record<number, Table>} */
const bySeq = (tables) => Object.fromEntries(tables.map((table) => [table.seq, table]));

/**
 * The table that is shown: at the wanted event, or the nearest before it that has arrived; with a move that is on its
 * way.
 * @type {(state: TableState) => Table | null}
 */
export function shown(state) {
  const table = arrived(state);
  return table && state.sent?.seq === table.seq ? state.sent : table;
}

/** @type {(state: TableState) => Table | null} */
function arrived(state) {
  for (let seq = state.at; seq > 0; seq -= 1) if (state.tables[seq]) return state.tables[seq];
  return state.tables[state.last] ?? null;
}

/**
 * Whether the table shown is the newest, on which moves are made.
 * @param {TableState} state
 */
export const isNow = (state) => state.at === state.last && shown(state)?.seq === state.last;

/**
 * The seat whose territory is large: the one that the viewer chose; else the one that acted last, but the viewer's own
 * as soon as they must act, and at the end.
 * @type {(state: Pick<TableState, "large" | "steps" | "isLive" | "at" | "last">, table: Table) => number}
 */
export function middle(state, table) {
  if (state.large !== null) return state.large;
  const isHome = state.isLive && (table.status === "over" ? state.at === state.last : table.seat === table.viewer);
  if (table.viewer !== null && isHome) return table.viewer;
  const acted = state.steps.findLast((step) => step.seq <= table.seq && step.seat !== null);
  return acted?.seat ?? table.viewer ?? 0;
}

/**
 * Dominoes that are new: to a player those since the own last turn, else what was placed in the turn that is shown.
 * @type {(state: TableState) => Set<number | null>}
 */
export function fresh(state) {
  const from = state.isLive ? (sinceOwnTurn(state) ?? turnBegin(state)) : turnBegin(state);
  const isNew = (/** @type {Step} */ step) => step.seq > from && step.seq <= state.at;
  return new Set(state.steps.filter((step) => isNew(step) && step.type === "domino_placed").map((step) => step.domino));
}

/** @type {(state: TableState) => number | null} */
function sinceOwnTurn({ since, steps, tables, last }) {
  const { status, viewer } = tables[last] ?? {};
  return status !== "running" || viewer === null || viewer === undefined ? null : since || lastOwnStep(steps, viewer);
}

/** @type {(table: Table, state: ShownState) => number} whose territory is large unless the viewer chooses */
export const home = (table, state) => middle({ ...state, large: null }, table);
