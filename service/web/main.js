// The frame of all pages: starts the page that the address names, and redraws it when something changes.

import { forgetAhead } from "./core/ahead.js";
import { pause, Problem } from "./core/client.js";
import { isGone, onConnection } from "./core/connection.js";
import { h, patch } from "./core/dom.js";
import { close, notice, shown } from "./core/notices.js";
import { enableStyles, onArrival, onDemand, onTouch, part } from "./core/on_demand.js";
import { hasSingleKeys } from "./core/preferences.js";
import { go, onNavigation, outdate, route } from "./core/router.js";
import { beginToFollow, onSession, refresh, session, waitingKnown } from "./core/session.js";
import { assets, everythingSaid, onSentences, sentencesOf, t } from "./core/words.js";
import { loadPieces } from "./drawing/pieces.js";
import { footer, header, notices } from "./ui/frame.js";
import { closeMenus, menuKey } from "./ui/menu.js";

const FIRST_VIEW = 1500; // milliseconds that it has the connection for itself
const KEYED_INPUTS = ["range", "radio", "checkbox"]; // whose own keys leave the others to the page

const noticeList = onDemand(() => import("./notices/list_view.js"), "bell");
const tabIcon = part(() => import("./ui/tab_icon.js"));
const offline = part(() => import("./offline/offline.js"));
const standing = onDemand(() => import("./reporting/standing_view.js"), "standing");

/** @type {Page | null} */
let page = null;
let pageName = "";
let isDue = false;
let isDrawn = false;
let isReadingNotices = false;
let counted = -1; // games, on the icon of the app
let isFirstView = true;
let navigations = 0; // counted, because the last one wins however long its page takes to load

/**
 * Draws once after the current task, however often it is called. Also in a background tab: its title says whose turn
 * it is.
 */
export function redraw() {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    if (hasContent()) draw();
  });
}

/** Until the first page has something to show, the shell says that it comes. */
const hasContent = () => isDrawn || shown.length > 0 || (page !== null && page.isReady?.() !== false);

/** @param {string} id */
function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the shell has no ${id}`);
  return node;
}

function draw() {
  isDrawn = true;
  const told = offline.module?.bar() ?? closed();
  const tree = h(
    "div",
    {},
    h("a", { class: "skip", href: "#main" }, t("skip_to_content")),
    header(pageName, () => readNotices(true)),
    told,
    h("main", { id: "main", tabindex: "-1", class: `at-${pageName}` }, page ? page.draw() : []),
    isReadingNotices ? noticeList()?.noticeList(() => readNotices(false), redraw) : null,
    page?.bare ? null : footer(),
  );
  (dialogIn(tree) ?? tree).children.push(notices(redraw));
  patch(element("page"), tree.children);
  const frame = [`in-${pageName}`, told && "is-told", !page?.bare && "has-footer", page?.frame?.()].filter(Boolean);
  element("page").className = frame.join(" "); // not by :has(), for which every change below it would count
  drawTab();
}

/**
 * The dialog that is open: nothing around it is seen well, or read out.
 * @param {DrawnNode} node
 * @returns {ElementNode | null}
 */
function dialogIn(node) {
  if (typeof node !== "object") return null;
  if (node.tag === "dialog") return node;
  return node.children.map(dialogIn).findLast(Boolean) ?? null;
}

/** What moderators have closed to the reader. */
function closed() {
  const limits = session.me?.standing;
  return limits ? standing()?.standingBanner(limits, redraw, pageName === "game") : null;
}

/** @param {boolean} isOpen */
function readNotices(isOpen) {
  isReadingNotices = isOpen;
  redraw();
}

/** The title and the icons of the tab and of the app, which say how many games wait. */
function drawTab() {
  const title = page?.title() ?? "";
  const waits = session.waiting.length;
  document.title = `${waits ? `(${waits}) ` : ""}${title ? `${title} · ` : ""}Firstfire`;
  const icon = (waits && !isFirstView && tabIcon.wanted()?.tabIcon(waits)) || `${assets}/favicon.svg`;
  const link = element("favicon");
  if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
  if (!session.games || waits === counted) return;
  counted = waits;
  navigator.setAppBadge?.(waits).catch(() => {});
}

/**
 * A page's module is fetched when it is first wanted; the shell preloads the one that its address names.
 * @type {(name: string) => Promise<PageModule>}
 */
const fetchPage = (name) => import(`./pages/${name}.js`);

/**
 * The page's module, however long the service is away; null when another page is wanted meanwhile.
 * @param {string} name
 * @param {() => boolean} isWanted
 */
async function fetchPatiently(name, isWanted) {
  for (let attempt = 0, away; ; attempt += 1) {
    const arriving = Promise.all([fetchPage(name), sentencesOf(name), enableStyles(name)]);
    const [module] = await arriving.catch(() => [null]);
    if (module && away) close(away);
    if (!isWanted()) return null;
    if (module) return module;
    away = notice(t("no_connection"), "error");
    await pause(attempt);
  }
}

async function open() {
  const { page: wanted, ...parameters } = route(location.pathname);
  if (page?.moved?.(wanted, parameters)) {
    redraw(); // the same page shows another part of the same thing
    return;
  }
  if (navigations) forgetAhead();
  navigations += 1;
  const own = navigations;
  const module = await fetchPatiently(wanted, () => own === navigations);
  if (!module) return;
  page?.close?.();
  pageName = wanted;
  if (page) element("main").focus({ preventScroll: true }); // a new page is read from its beginning
  page = module.start(parameters, redraw);
  redraw();
}

/** Goes to the game that waits longest, or to the one after that on the table. */
function nextGame() {
  const current = route(location.pathname).game;
  const at = session.waiting.findIndex((line) => line.game === current);
  const next = session.waiting[(at + 1) % session.waiting.length];
  if (next && next.game !== current) go(`/game/${next.game}`);
}

/** @param {On<KeyboardEvent>} event whether it belongs to a field that is filled in */
function isTyped(event) {
  const isField = event.target.closest?.("input, textarea, select, [contenteditable]");
  return isField && event.key !== "Escape" && !KEYED_INPUTS.includes(event.target.type);
}

/** @type {(event: KeyboardEvent) => boolean} whether it is easily pressed by mistake, or spoken */
const isLetter = ({ key }) => key.length === 1 && key !== " ";

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
  if (isLetter(event) && !hasSingleKeys()) return;
  if (menuKey(event) || page?.key?.(event)) event.preventDefault();
  else if (event.key === "n") nextGame();
}

async function begin() {
  onSession(redraw);
  onArrival(redraw);
  onSentences(redraw);
  onNavigation(open);
  navigator.serviceWorker?.addEventListener("message", ({ data }) => hear(data));
  onConnection(() => isGone() && beginOffline());
  addEventListener("keydown", onKey);
  addEventListener("click", closeMenus);
  onTouch(() => everythingSaid().catch(() => {}));
  onTouch(() => enableStyles("print")); // nobody prints what they have not touched
  const signedIn = refresh().catch((problem) => {
    if (!(problem instanceof Problem)) throw problem; // the page itself will say what is wrong
  });
  await Promise.all([loadPieces(), signedIn]);
  open();
  await waitingKnown();
  setTimeout(() => {
    isFirstView = false;
    forgetAhead();
    redraw();
    beginToFollow().catch(() => {});
    onTouch(() => keepFiles().catch(() => {})); // without them the next shell brings them again
    if (somethingWaits()) beginOffline();
    onTouch(beginOffline);
  }, FIRST_VIEW);
}

/** @param {{ go?: string, release?: string }} message of the worker: a notice was pressed, or its files */
function hear(message) {
  if (message.go) go(message.go);
  else if (message.release !== assets) outdate();
}

let isOfflineBegun = false;

/** A move or an answer, by the names of offline/waiting.js. */
function somethingWaits() {
  try {
    return Object.keys(localStorage).some((name) => /^(move|answer) /.test(name));
  } catch {
    return false; // nothing may be stored
  }
}

/** What waits, what is kept, and what is said of it. */
async function beginOffline() {
  if (isOfflineBegun) return;
  isOfflineBegun = true;
  try {
    const [{ begin: start }] = await Promise.all([offline.fetch(), everythingSaid()]);
    await start(redraw);
  } catch {
    isOfflineBegun = false; // it could not be fetched
  }
}

const keepFiles = async () => (await import("./core/kept_files.js")).keepFiles();

begin();
