// What stands behind the first page of a list, brought when somebody asks for it.

import { read } from "../core/client.js";
import { h } from "../core/dom.js";
import { trying } from "../core/notices.js";
import { t } from "../core/words.js";

/** `all(first)` are the lines known by now; `button(page)` brings what is behind the first page, while there is more. */
export function older(address, redraw) {
  const brought = new Map();
  let next; // where the next page begins, once one was brought
  const all = (first) => [
    ...first,
    ...[...brought.values()].filter((line) => !first.some(({ game }) => game === line.game)),
  ];

  const bring = (start) =>
    trying(async () => {
      const page = await read(`${address}${address.includes("?") ? "&" : "?"}start=${start}`);
      for (const line of page.games) brought.set(line.game, line);
      next = page.next ?? null;
      redraw();
    });

  const button = (page) => {
    const start = next === undefined ? page.next : next;
    return start
      ? h("button", { type: "button", class: "more-games", onclick: () => bring(start) }, t("show_older"))
      : null;
  };

  return { all, button };
}
