// Sharing a game: link, picture, film, a frame for other pages, and its record.

import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { copyable } from "../ui/copying.js";
import { icon } from "../drawing/pieces.js";
import { recordAddress, sharedAddresses } from "./addresses.js";

const EMBEDDED = 'width="720" height="520" title="Firstfire" loading="lazy"';

/** @param {TableState} state */
export function sharing(state) {
  const newest = state.tables[state.last];
  const { isPrivate, page, picture, result, film, embedded } = sharedAddresses(state.game, state.at, newest?.invite);
  const isOver = newest?.status === "over";
  const isEnd = isOver && state.at === state.last;
  /**
   * @param {string} address
   * @param {string} name
   * @param {string} text
   */
  const save = (address, name, text) =>
    h("a", { class: "button", href: address, download: name }, icon("download"), text);
  return h(
    "div",
    { class: "pass-on" },
    isPrivate ? h("p", { class: "faint" }, t("share_private")) : null,
    h("h3", {}, t("share_link")),
    copyable(page, t("share_link"), t("copy_link"), t("link_copied")),
    h("img", {
      src: isEnd ? result : picture,
      alt: t(isEnd ? "share_result" : "share_picture"),
      width: 1200,
      height: 630,
    }),
    h(
      "div",
      { class: "row" },
      save(picture, `${state.game}-${state.at}.png`, t("share_picture")),
      isOver
        ? [save(result, `${state.game}.png`, t("share_result")), save(film, `${state.game}.webp`, t("share_film"))]
        : null,
      save(recordAddress(state.game), `${state.game}.txt`, t("export_record")),
    ),
    isPrivate
      ? null
      : [h("h3", {}, t("share_embed")), copyable(`<iframe src="${embedded}" ${EMBEDDED}></iframe>`, t("share_embed"))],
  );
}
