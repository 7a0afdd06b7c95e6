// The stream of everything of ours. All tabs share one: the tab that holds a lock has it, and passes on what it brings.

import { follow, whenDoubtful } from "./event_stream.js";

/** @typedef {{ kind: string, data: any, id: string }} OwnMessage */

const JOINED = "joined"; // said by a tab that follows: how far it is
const LEADING = "leading"; // said by a tab that has the stream from now on: it has to know how far the others are

const address = (/** @type {string} */ last) => `/api/stream?${new URLSearchParams({ after: last, unread: "true" })}`;

/**
 * Whether the first of two messages was sent before the second; ids are times with a number, as in `1730000000000-2`.
 * @param {string} id
 * @param {string} other
 */
function isOlder(id, other) {
  const [time, number] = id.split("-").map(Number);
  const [otherTime, otherNumber] = other.split("-").map(Number);
  return time < otherTime || (time === otherTime && number < otherNumber);
}

/**
 * Follows the stream of a player, and returns a function that stops it. A tab that takes over goes on after the last
 * message that it has heard of. One that hears nothing for long takes over from a tab that is asleep.
 * @param {string} player
 * @param {string} after the id of the last message that was received
 * @param {Record<string, (data: any) => void>} onMessage by the kind of the message
 * @param {() => void} onRefused
 */
export function followOwn(player, after, onMessage, onRefused) {
  const name = `firstfire stream of ${player}`;
  let last = after;
  let heard = Date.now();
  let isClosed = false;
  let isLeading = false;
  /** @type {OwnMessage | null} */
  let unread = null; // the last message about notices, which a tab that comes later has missed
  let stop = () => {}; // leading
  let wish = new AbortController(); // to lead
  const tabs = "locks" in navigator && "BroadcastChannel" in self ? new BroadcastChannel(name) : null;

  /** @param {OwnMessage} message */
  function take({ kind, data, id }) {
    heard = Date.now();
    last = id;
    if (kind === "notices") unread = { kind, data, id };
    onMessage[kind]?.(data);
  }

  function lead() {
    const pass = (/** @type {string} */ kind) => (/** @type {any} */ data, /** @type {string} */ id) => {
      const message = { kind, data, id };
      tabs?.postMessage(message);
      take(message);
    };
    const kinds = ["alive", ...Object.keys(onMessage)].map((kind) => [kind, pass(kind)]);
    isLeading = true;
    tabs?.postMessage({ kind: LEADING });
    stop = follow(address, last, Object.fromEntries(kinds), { onRefused });
  }

  /**
   * Another tab is there, which knows everything up to this message. If we are further, it has missed what came since:
   * the stream begins again from there, and brings states, which do no harm to those who know them.
   * @param {string} id
   */
  function welcome(id) {
    if (!isLeading) return;
    if (unread) tabs?.postMessage({ ...unread, id });
    if (!isOlder(id, last)) return;
    stop();
    last = id;
    lead();
  }

  /** @param {LockOptions} options */
  async function compete(options = {}) {
    wish.abort();
    const own = (wish = new AbortController());
    const ended = new Promise((resolve) => own.signal.addEventListener("abort", resolve));
    const held = () => {
      if (own.signal.aborted) return undefined;
      lead();
      return ended;
    };
    // Another tab may steal the lock; a lock that is stolen takes no signal.
    await navigator.locks.request(name, options.steal ? options : { signal: own.signal }, held).catch(() => {});
    stop();
    stop = () => {};
    isLeading = false;
    if (!isClosed && wish === own) compete();
  }

  const forget = whenDoubtful((longest) => {
    const isAsleep = document.visibilityState !== "visible" || Date.now() - heard < longest;
    if (!tabs || isAsleep) return;
    heard = Date.now();
    compete({ steal: true });
  });

  if (tabs) {
    const join = () => tabs.postMessage({ kind: JOINED, id: last });
    tabs.onmessage = ({ data }) => {
      if (data.kind === JOINED) welcome(data.id);
      else if (data.kind === LEADING) join();
      else take(data);
    };
    join();
    compete();
  } else lead();

  return () => {
    isClosed = true;
    forget();
    wish.abort();
    tabs?.close();
    stop();
  };
}
