// The page around all pages: starts the one that the address names, and draws it again when something changed.

import { Problem } from "./client.js";
import { h, patch } from "./dom.js";
import * as front from "./pages/front.js";
import * as game from "./pages/game.js";
import * as lobby from "./pages/lobby.js";
import * as lost from "./pages/lost.js";
import * as mine from "./pages/mine.js";
import * as fresh from "./pages/new.js";
import * as record from "./pages/record.js";
import * as sign from "./pages/sign.js";
import { go, route, routed } from "./router.js";
import { look, onSession, refresh, session } from "./session.js";
import { footer, header, notices } from "./view/frame.js";
import { assets, t } from "./words.js";

const PAGES = { front, lobby, new: fresh, mine, sign, record, game, lost };
const LOOK_EVERY = 60_000;

let page = null;
let name = "";
let drawn = false;

/** Draws once before the next frame, however often it is called. */
export function redraw() {
  if (drawn) return;
  drawn = true;
  requestAnimationFrame(() => {
    drawn = false;
    draw();
  });
}

function draw() {
  const body = page ? page.draw() : [];
  patch(document.getElementById("page"), [
    h("a", { class: "skip", href: "#main" }, t("skip_to_content")),
    header(name),
    h("main", { id: "main", tabindex: "-1", class: `at-${name}` }, body),
    notices(redraw),
    page?.bare ? null : footer(),
  ].filter(Boolean));
  const title = page?.title?.() ?? "";
  const waits = session.waiting.length;
  document.title = `${waits ? `(${waits}) ` : ""}${title ? `${title} · ` : ""}Firstfire`;
  const icon = `${assets}/${waits ? "favicon-turn" : "favicon"}.svg`;
  const link = document.getElementById("favicon");
  if (link.getAttribute("href") !== icon) link.setAttribute("href", icon);
}

function open() {
  const { page: wanted, ...at } = route(location.pathname);
  if (page?.moved?.(wanted, at)) return redraw(); // the same page shows another part of the same thing
  page?.close?.();
  name = wanted;
  if (page) document.getElementById("main").focus({ preventScroll: true }); // a new page is read from its beginning
  page = PAGES[wanted].start(at, redraw);
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
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!event.target.closest("summary") || !menu.contains(event.target)) menu.open = false;
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
