// A stream of the service that stays open: it is opened again when it ends, and when nothing was heard of it for long.

const BEAT = 15_000; // milliseconds: so often the service says that it is still there
const LATE = 2.5 * BEAT; // after that nobody is there any more
const DOUBTFUL = 1.4 * BEAT; // after a sleep nobody waits for longer
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 16_000;

/**
 * Calls `check` now and then, and when the page wakes up: with the milliseconds of silence that are too long just now.
 * @param {(longest: number) => void} check
 */
export function whenDoubtful(check) {
  const onWaking = () => document.visibilityState === "visible" && check(DOUBTFUL);
  const timer = setInterval(() => check(LATE), BEAT);
  document.addEventListener("visibilitychange", onWaking);
  document.addEventListener("resume", onWaking);
  for (const event of ["focus", "online", "pageshow"]) addEventListener(event, onWaking);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", onWaking);
    document.removeEventListener("resume", onWaking);
    for (const event of ["focus", "online", "pageshow"]) removeEventListener(event, onWaking);
  };
}

/**
 * Follows a stream, and returns a function that stops it.
 * @param {(last: string) => string} address of the stream after the message with this id
 * @param {string} after the id of the last message that was received
 * @param {Record<string, (data: any, id: string) => void>} onMessage by the kind of the message
 * @param {object} more
 * @param {(isConnected: boolean) => void} [more.onConnection]
 * @param {() => void} [more.onRefused] the service has refused it: it is tried again all the same
 */
export function follow(address, after, onMessage, { onConnection = () => {}, onRefused = () => {} } = {}) {
  let last = after;
  let heard = Date.now();
  let pause = FIRST_PAUSE;
  /** @type {EventSource} */
  let source;
  /** @type {number | undefined} */
  let timer;

  function open() {
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    heard = Date.now();
    const own = (source = new EventSource(address(last)));
    own.onopen = () => {
      heard = Date.now();
      pause = FIRST_PAUSE;
      onConnection(true);
    };
    own.onerror = () => {
      onConnection(false);
      if (own.readyState !== EventSource.CLOSED) return; // it tries again by itself
      clearTimeout(timer);
      timer = setTimeout(open, pause);
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
      onRefused();
    };
    for (const kind of new Set(["alive", ...Object.keys(onMessage)])) {
      own.addEventListener(kind, (message) => {
        heard = Date.now();
        last = message.lastEventId || last;
        onMessage[kind]?.(JSON.parse(message.data), last);
      });
    }
  }

  const forget = whenDoubtful((longest) => {
    if (Date.now() - heard > longest || (timer !== undefined && longest === DOUBTFUL)) open();
  });
  open();
  return () => {
    forget();
    clearTimeout(timer);
    source.close();
  };
}
