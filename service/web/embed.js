// Starts the page that another site shows in a frame, and redraws it when something changes.

import { h, patch } from "./core/dom.js";
import { t } from "./core/words.js";
import { loadPieces, piece } from "./drawing/pieces.js";

/** @typedef {{ body: ElementNode[], address: string, label?: string }} Frame */
/** @typedef {{ draw: () => Frame }} EmbeddedPage */
/** @typedef {{ start: (parameters: any, redraw: Redraw) => EmbeddedPage }} EmbeddedModule */

/** @type {[RegExp, () => Promise<EmbeddedModule>][]} */
const PAGES = [
  [/^\/embed\/games\/(?<game>[^/]+)(?:\/(?<step>\d{1,9}))?$/, () => import("./embed/game.js")],
  [/^\/embed\/puzzles\/daily$/, () => import("./embed/daily.js")],
];

async function begin() {
  for (const [pattern, fetchPage] of PAGES) {
    const match = pattern.exec(location.pathname);
    if (!match) continue;
    await loadPieces();
    const { start } = await fetchPage();
    const page = start(match.groups ?? {}, () => draw(page));
    draw(page);
  }
}

/** @param {EmbeddedPage} page */
function draw(page) {
  const root = document.getElementById("page");
  if (!root) return;
  const { body, address, label } = page.draw();
  patch(root, [
    ...body,
    h(
      "p",
      { class: "home", key: "home" },
      h(
        "a",
        { href: address, target: "_blank", rel: "noopener" },
        piece("logo"),
        h("span", {}, label ?? t("embed_open")),
      ),
    ),
  ]);
}

begin();
