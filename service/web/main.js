// The page around all pages: starts the one that the address names, and draws it again when something changed.

import { Problem } from "./core/client.js";
import { h, patch } from "./core/dom.js";
import { notice } from "./core/notices.js";
import { go, route, routed } from "./core/router.js";
import { look, onSession, refresh, session } from "./core/session.js";
import { footer, header, notices } from "./ui/frame.js";
import { assets, t } from "./core/words.js";

const LOOK_EVERY = 60_000;

let page = null;
let name = "";
let drawn = false;
let wish = 0; // counts where somebody wanted to go: the last one wins

/** Draws once when what is going on is done, however often it is called: also in a tab that nobody looks at, whose title tells of a turn. */
export function redraw() {
  if (drawn) return;
  drawn = true;
  setTimeout(() => {
    drawn = false;
    draw();
  });
}

function draw() {
  const body = page ? page.draw() : [];
  patch(
    document.getElementById("page"),
    [
      h("a", { class: "skip", href: "#main" }, t("skip_to_content")),
      header(name),
      h("main", { id: "main", tabindex: "-1", class: `at-${name}` }, body),
      notices(redraw),
      page?.bare ? null : footer(),
    ].filter(Boolean),
  );
  const title = page?.title?.() ?? "";
  const waits = session.waiting.length;
  document.title = `${waits ? `(${waits}) ` : ""}${title ? `${title} · ` : ""}Firstfire`;
  const icon = `${assets}/${waits ? "favicon-turn" : "favicon"}.svg`;
  const link = document.getElementById("favicon");
  if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

/** A page's module is fetched when it is first wanted; the shell preloads the one that its address names. */
const fetchPage = (wanted) => import(`./pages/${wanted}.js`);

async function open() {
  const { page: wanted, ...at } = route(location.pathname);
  if (page?.moved?.(wanted, at)) return redraw(); // the same page shows another part of the same thing
  wish += 1;
  const own = wish;
  const fetched = await fetchPage(wanted).catch(() => notice(t("no_connection"), "error"));
  if (!fetched || own !== wish) return undefined;
  page?.close?.();
  name = wanted;
  if (page) document.getElementById("main").focus({ preventScroll: true }); // a new page is read from its beginning
  page = fetched.start(at, redraw);
  return redraw();
}

/** The game that waits longest, or the one behind the one on the table. */
function nextGame() {
  const here = route(location.pathname).game;
  const at = session.waiting.findIndex((line) => line.game === here);
  const next = session.waiting[(at + 1) % session.waiting.length];
  if (next && next.game !== here) go(`/game/${next.game}`);
}

function pressed(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]") && event.key !== "Escape") {
    if (event.target.type !== "range" && event.target.type !== "radio" && event.target.type !== "checkbox") return;
  }
  if (page?.key?.(event)) event.preventDefault();
  else if (event.key === "n") nextGame();
}

/** A menu closes when something in it, or anything else, is pressed. */
function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]"))
    if (!event.target.closest("summary") || !menu.contains(event.target)) menu.open = false;
}

async function pieces() {
  const drawing = await (await fetch(`${assets}/pieces.svg`)).text();
  const drawn = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  document.getElementById("pieces").replaceWith(drawn);
  drawn.setAttribute("class", "pieces");
  drawn.setAttribute("aria-hidden", "true");
}

async function begin() {
  onSession(redraw);
  routed(open);
  addEventListener("keydown", pressed);
  addEventListener("click", closeMenus);
  const known = refresh().catch((problem) => {
    if (!(problem instanceof Problem)) throw problem; // the page itself will say what is wrong
  });
  await Promise.all([pieces(), known]);
  open();
  setInterval(() => document.visibilityState === "visible" && look().catch(() => {}), LOOK_EVERY);
}

begin();
