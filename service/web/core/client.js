// Talks to the service. Every failure is a Problem that can be shown to a player.

import { forgetAhead, isAhead, taken } from "./ahead.js";
import { noteConnection } from "./connection.js";
import { follow } from "./event_stream.js";
import { language, t } from "./words.js";

const TEXT = "text/x-record; charset=utf-8";
const AWAY = [0, 502, 503, 504]; // nobody knows whether the request arrived
const SIGNED_OUT = "nobody"; // the code of the service's refusal
const MOST_RETRIES = 4;
const FIRST_PAUSE = 500; // milliseconds
const LONGEST_PAUSE = 8000;

export class Problem extends Error {
  /**
   * @param {number} status of HTTP; 0 if the service could not be reached
   * @param {string} detail
   * @param {{ code?: string, rule?: string, line?: number, move?: number }} more what else the service says about it
   */
  constructor(status, detail, more = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }

  /** Whether the service was away: then it is worth trying again. */
  get isAway() {
    return AWAY.includes(this.status);
  }

  /** Whether the session has ended. */
  get isSignedOut() {
    return this.more.code === SIGNED_OUT;
  }
}

const INPUTS = ["pointerdown", "keydown"];
const JUST_NOW = 1000; // milliseconds

let touched = 0;
for (const event of INPUTS) addEventListener(event, () => (touched = Date.now()), { capture: true, passive: true });

/**
 * Says that the reader has just done something: who only has the page open is away, and is sent notices.
 * @returns {Record<string, string>}
 */
const input = () => (Date.now() - touched < JUST_NOW ? { "X-Input": "1" } : {});

let signedOut = () => {};

/** @param {() => void} listener is called when the service no longer knows who we are */
export const onSignedOut = (listener) => (signedOut = listener);

/**
 * The problem that was caught. Anything else is a bug, and is thrown again.
 * @param {unknown} error
 */
export function asProblem(error) {
  if (error instanceof Problem) return error;
  throw error;
}

/**
 * What the service answers; raises a Problem. An object is sent as JSON, a text as it is.
 * @param {string} method
 * @param {string} address
 * @param {object | string} [body]
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
export async function request(method, address, body, headers = {}) {
  /** @type {Record<string, string>} */
  const content = body === undefined ? {} : { "Content-Type": typeof body === "string" ? TEXT : "application/json" };
  if (method !== "GET") forgetAhead();
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: { "Accept-Language": language, ...input(), ...content, ...headers },
      body: typeof body === "object" ? JSON.stringify(body) : body,
    });
  } catch {
    noteConnection(false);
    throw new Problem(0, t("no_connection"));
  }
  noteConnection(true);
  if (answer.ok) return bodyOf(answer);
  const more = await answer.json().catch(() => ({}));
  const problem = new Problem(answer.status, more.detail ?? t("server_trouble"), more);
  if (!problem.isSignedOut) throw problem;
  signedOut();
  throw new Problem(answer.status, t("signed_out"), more); // the service's own words are for programs
}

/**
 * @param {Response} answer
 * @returns {Promise<any>}
 */
async function bodyOf(answer) {
  try {
    return await ((answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : answer.text());
  } catch {
    throw new Problem(0, t("no_connection")); // it broke in the midst of the answer
  }
}

/**
 * What the shell brought, or the service answers.
 * @param {string} address
 */
export const getNow = async (address) => (isAhead(address) ? taken(address) : request("GET", address));

/**
 * The same; without a connection what this device keeps of before.
 * @param {string} address
 */
export async function get(address) {
  try {
    return await getNow(address);
  } catch (error) {
    if (asProblem(error).status) throw error;
    const kept = await import("./kept_answers.js").then((it) => it.keptAnswer(address)).catch(() => undefined);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** The invite in the address of this page, which opens a private game. */
export const inviteOfPage = () => new URLSearchParams(location.search).get("invite");

/**
 * The address of something of a game, with the invite of this page if it has one.
 * @param {string} game
 * @param {string} path
 * @param {Record<string, string | number>} query
 */
export function gameAddress(game, path = "", query = {}) {
  const invite = inviteOfPage();
  const entries = Object.entries({ ...query, ...(invite ? { invite } : {}) });
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return `/api/games/${encodeURIComponent(game)}${path}${search ? `?${search}` : ""}`;
}

/** @type {Set<() => void>} */
const pauses = new Set();

/**
 * Waits before the next attempt: longer each time, up to a limit, and not just when everybody else tries again. Ends at
 * once when the service is heard of.
 * @param {number} attempt
 * @returns {Promise<void>}
 */
export function pause(attempt) {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt);
  return new Promise((resolve) => {
    const end = () => {
      pauses.delete(end);
      resolve();
    };
    pauses.add(end);
    setTimeout(end, longest * (0.5 + Math.random() / 2));
  });
}

export const endPauses = () => pauses.forEach((end) => end());
for (const hope of ["online", "focus", "pageshow"]) addEventListener(hope, endPauses);

/**
 * Does something again and again while the service is away; `goesOn` is asked each time.
 * @template T
 * @param {() => Promise<T>} action
 * @param {(problem: Problem, attempt: number) => boolean} goesOn
 * @returns {Promise<T>}
 */
export async function patiently(action, goesOn) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await action();
    } catch (error) {
      const problem = asProblem(error);
      if (!problem.isAway || !goesOn(problem, attempt)) throw problem;
      await pause(attempt);
    }
  }
}

/** @type {(problem: Problem, attempt: number) => boolean} */
export const aFewTimes = (_, attempt) => attempt < MOST_RETRIES;

/** A name for something that must happen once. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join("");

/**
 * Posts something that must happen once. Tries again, under the same key, while nobody knows whether it arrived.
 * @param {string} address
 * @param {object} [body]
 * @param {(problem: Problem, attempt: number) => boolean} goesOn
 */
export function postOnce(address, body, goesOn = aFewTimes, key = newKey()) {
  return patiently(() => request("POST", address, body, { "Idempotency-Key": key }), goesOn);
}

/**
 * Makes a move at event `seq`; the answer has all that is new after that event. While the service is away, `goesOn` is
 * asked before it is tried again.
 * @param {string} game
 * @param {number} seq
 * @param {Move} move
 * @param {string} key
 * @param {() => boolean} goesOn
 * @returns {Promise<{ seq: number, news: News | null }>}
 */
export const postMove = (game, seq, move, key, goesOn) =>
  postOnce(gameAddress(game, "/moves", { seq, news: "true" }), move, goesOn, key);

/**
 * Listens to a game, and returns a function that stops it.
 * @param {string} game
 * @param {number} after the number of the last event that was received
 * @param {Record<string, (data: any) => void>} onMessage `news`; `resync` when everything is to be read again; and
 *   reports: `hint`, `review`, `here`, `clock`
 * @param {(isConnected: boolean) => void} onConnection
 */
export const followGame = (game, after, onMessage, onConnection = () => {}) =>
  follow((last) => gameAddress(game, "/stream", { after: last, news: "true", language }), String(after), onMessage, {
    onConnection: (is) => {
      onConnection(is);
      if (is) noteConnection(true);
      if (is) endPauses();
    },
  });
