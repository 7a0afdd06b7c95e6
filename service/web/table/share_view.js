// A game to pass on: link, picture, film, a frame for other pages, and its record.

import { of } from "../core/client.js";
import { h } from "../core/dom.js";
import { t } from "../core/words.js";
import { copyable } from "../ui/copying.js";
import { icon } from "../drawing/pieces.js";

const EMBEDDED = 'width="720" height="520" title="Firstfire" loading="lazy"';

/** The address of something of the game, which a private one opens by its secret. */
function opened(path, invite) {
  const secret = invite ?? new URLSearchParams(location.search).get("invite");
  return `${path}${secret ? `${path.includes("?") ? "&" : "?"}invite=${encodeURIComponent(secret)}` : ""}`;
}

export function sharing(state) {
  const newest = state.tables[state.last];
  const isPrivate = Boolean(newest?.invite ?? new URLSearchParams(location.search).get("invite"));
  const at = (path, query = "") =>
    opened(`/api/games/${encodeURIComponent(state.game)}${path}${query}`, newest?.invite);
  const picture = at("/picture", `?at=${state.at}`);
  const save = (address, name, text) =>
    h("a", { class: "button", href: address, download: name }, icon("download"), text);
  return h(
    "div",
    { class: "pass-on" },
    isPrivate ? h("p", { class: "faint" }, t("share_private")) : null,
    h("h3", {}, t("share_link")),
    copyable(
      location.origin + opened(`/game/${state.game}/${state.at}`, newest?.invite),
      t("share_link"),
      t("copy_link"),
      t("link_copied"),
    ),
    h("img", { src: picture, alt: t("share_picture"), width: 1200, height: 630 }),
    h(
      "div",
      { class: "row" },
      save(picture, `${state.game}-${state.at}.png`, t("share_picture")),
      newest?.status === "over" ? save(at("/film"), `${state.game}.webp`, t("share_film")) : null,
      save(of(state.game, "/record"), `${state.game}.txt`, t("export_record")),
    ),
    isPrivate
      ? null
      : [
          h("h3", {}, t("share_embed")),
          copyable(
            `<iframe src="${location.origin}/embed/games/${state.game}/${state.at}" ${EMBEDDED}></iframe>`,
            t("share_embed"),
          ),
        ],
  );
}
