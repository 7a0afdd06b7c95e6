// What other sites put into a frame: fetches what the address names, and draws it again when something changed.

import { h, patch } from "./core/dom.js";
import { piece } from "./drawing/pieces.js";
import { assets, t } from "./core/words.js";

const PAGES = [
  [/^\/embed\/games\/(?<game>[^/]+)(?:\/(?<step>\d{1,9}))?$/, () => import("./embed/game.js")],
  [/^\/embed\/puzzles\/daily$/, () => import("./embed/daily.js")],
];

async function begin() {
  const [pattern, fetched] = PAGES.find(([known]) => known.test(location.pathname));
  const drawing = await (await fetch(`${assets}/pieces.svg`)).text();
  const pieces = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  document.getElementById("pieces").replaceWith(pieces);
  pieces.setAttribute("class", "pieces");
  pieces.setAttribute("aria-hidden", "true");
  const page = (await fetched()).start(pattern.exec(location.pathname).groups ?? {}, () => draw(page));
  draw(page);
}

function draw(page) {
  const { body, address, label } = page.draw();
  patch(document.getElementById("page"), [
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
