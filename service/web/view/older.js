// What stands behind the first page of a list, brought when somebody asks for it.

import { read } from "../client.js";
import { h } from "../dom.js";
import { trying } from "../notices.js";
import { t } from "../words.js";

/** `all(first)` are the lines known by now; `button(first, total)` brings more, while there are any. */
export function older(address, redraw) {
  const brought = new Map();
  const all = (first) => [...first, ...[...brought.values()].filter((line) => !first.some(({ game }) => game === line.game))];

  const bring = (start) => trying(async () => {
    const { games } = await read(`${address}${address.includes("?") ? "&" : "?"}start=${start}`);
    for (const line of games) brought.set(line.game, line);
    redraw();
  });

  const button = (first, total) => {
    const known = all(first).length;
    return known < total ? h("button", { type: "button", class: "more-games", onclick: () => bring(known) }, t("show_older")) : null;
  };

  return { all, button };
}
