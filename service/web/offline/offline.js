// Everything for times without a network, begun when a page has been touched, when the connection is gone, or when
// something waits from before.

import { pause } from "../core/client.js";
import { isGone, onConnection } from "../core/connection.js";
import { onOwnGame, refresh } from "../core/session.js";
import { notice } from "../core/notices.js";
import { assets, language, t } from "../core/words.js";
import { offlineBar } from "./bar_view.js";
import { keepMine } from "./keeping.js";
import { counts, overtaken, sendWaiting } from "./sending.js";
import { noteStorage, storageTrouble } from "./storage.js";
import { waiting } from "./waiting.js";

const WORKER = "/sw.js";
// Milliseconds without a change of our games before they are kept again: while somebody plays, a move is one request.
const QUIET = 30_000;
const NO_ROOM = new DOMException("the worker could not keep our files", "QuotaExceededError");

let isAwaiting = false; // the return of the connection
let isSure = false; // that it is gone: a single request may fail by itself
/** @type {number | undefined} */
let timer;

/** What is said above every page; null if all is well. */
export const bar = () => offlineBar(isSure, counts(), [...overtaken].filter(isKept), storageTrouble() !== "");

/** @param {string} game */
const isKept = (game) => waiting().some(({ kind, id }) => kind === "move" && id === game);

/** @param {Redraw} redraw */
export async function begin(redraw) {
  onConnection(() => isGone() && awaitReturn(redraw));
  onOwnGame(() => keepSoon());
  document.addEventListener("visibilitychange", () => document.hidden && timer && keepSoon(0));
  install().catch(() => {});
  if (isGone()) await awaitReturn(redraw);
  else await back(redraw);
}

/**
 * Asks again and again, sooner when the browser believes to be online.
 * @param {Redraw} redraw
 */
async function awaitReturn(redraw) {
  if (isAwaiting) return;
  isAwaiting = true;
  isSure = !navigator.onLine;
  for (let attempt = 0; isGone(); attempt += 1) {
    redraw();
    await pause(attempt);
    await refresh().catch(() => {});
    isSure = isGone();
  }
  isAwaiting = false;
  await back(redraw);
}

/** @param {Redraw} redraw */
async function back(redraw) {
  await sendWaiting().catch(() => {});
  redraw();
  keepSoon(0);
}

function keepSoon(quiet = QUIET) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    if (isGone()) return;
    keepMine().then(
      () => stored(null),
      (problem) => stored(problem),
    );
  }, quiet);
}

/**
 * Says once that the device is full, because that can be mended. Who forbids storage knows why: the bar says it when it
 * matters.
 * @param {unknown} problem
 */
function stored(problem) {
  if (noteStorage(problem) && storageTrouble() === "full") notice(t("storage_full"), "error");
}

/** The service worker keeps our files; a browser that refuses one goes on without. */
async function install() {
  const { connection } = /** @type {{ connection?: { saveData: boolean } }} */ (navigator); // not in every browser
  if (!navigator.serviceWorker || connection?.saveData) return;
  navigator.serviceWorker.addEventListener("message", ({ data }) => data.isFull && stored(NO_ROOM));
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ assets, language });
}
