// The frame of all pages: starts the page that the address names, and redraws it when something changes.

import { pause, Problem } from "./core/client.js";
import { h, patch } from "./core/dom.js";
import { close, notice } from "./core/notices.js";
import { enableStyles, onArrival, onDemand, onTouch } from "./core/on_demand.js";
import { go, onNavigation, route } from "./core/router.js";
import { onSession, refresh, refreshWaiting, session } from "./core/session.js";
import { assets, everythingSaid, onSentences, sentencesOf, t } from "./core/words.js";
import { loadPieces } from "./drawing/pieces.js";
import { footer, header, notices } from "./ui/frame.js";
import { closeMenus, menuKey } from "./ui/menu.js";

const LOOK_EVERY = 60_000; // milliseconds
const KEYED_INPUTS = ["range", "radio", "checkbox"]; // whose own keys leave the others to the page

const standing = onDemand(() => import("./reporting/standing_view.js"), "standing");

/** @type {Page | null} */
let page = null;
let pageName = "";
let isDue = false;
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
    draw();
  });
}

/** @param {string} id */
function element(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the shell has no ${id}`);
  return node;
}

function draw() {
  const me = session.me;
  const told = me?.standing ? standing()?.standingBanner(me.standing, redraw, pageName === "game") : null;
  patch(
    element("page"),
    h(
      "div",
      {},
      h("a", { class: "skip", href: "#main" }, t("skip_to_content")),
      header(pageName),
      told,
      h("main", { id: "main", tabindex: "-1", class: `at-${pageName}` }, page ? page.draw() : []),
      notices(redraw),
      page?.bare ? null : footer(),
    ).children,
  );
  const frame = [`in-${pageName}`, told && "is-told", !page?.bare && "has-footer", page?.frame?.()].filter(Boolean);
  element("page").className = frame.join(" "); // not by :has(), for which every change below it would count
  drawTab();
}

/** The title and the icon, which say how many games wait. */
function drawTab() {
  const title = page?.title() ?? "";
  const waits = session.waiting.length;
  document.title = `${waits ? `(${waits}) ` : ""}${title ? `${title} · ` : ""}Firstfire`;
  const icon = `${assets}/${waits ? "favicon-turn" : "favicon"}.svg`;
  const link = element("favicon");
  if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
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

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
  if (menuKey(event) || page?.key?.(event)) event.preventDefault();
  else if (event.key === "n") nextGame();
}

async function begin() {
  onSession(redraw);
  onArrival(redraw);
  onSentences(redraw);
  onNavigation(open);
  addEventListener("keydown", onKey);
  addEventListener("click", closeMenus);
  onTouch(() => everythingSaid().catch(() => {}));
  const signedIn = refresh().catch((problem) => {
    if (!(problem instanceof Problem)) throw problem; // the page itself will say what is wrong
  });
  await Promise.all([loadPieces(), signedIn]);
  open();
  setInterval(() => document.visibilityState === "visible" && refreshWaiting().catch(() => {}), LOOK_EVERY);
}

begin();
