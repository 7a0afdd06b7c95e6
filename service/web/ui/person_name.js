// Names of players: as the reader calls them, with a link to the profile; and the names of those who have won.

import { h } from "../core/dom.js";
import { listed, shownName, t } from "../core/words.js";
import { icon } from "../drawing/pieces.js";

/** @param {string} player */
export const profileAddress = (player) => `/people/${encodeURIComponent(player)}`;

/**
 * The name; a link where we know whose it is.
 * @param {string} name
 * @param {string | null | undefined} player
 */
export const personName = (name, player, classes = "who") =>
  player ? h("a", { class: classes, href: profileAddress(player) }, name) : h("span", { class: classes }, name);

/**
 * A small mark beside the name of a guest or a bot.
 * @param {PersonKind | null | undefined} kind
 */
export const kindMark = (kind) =>
  kind === "guest" || kind === "bot"
    ? h(
        "span",
        { class: "kind", title: t(`kind_${kind}`) },
        icon(kind),
        h("span", { class: "unseen" }, ` (${t(`kind_${kind}`)})`),
      )
    : null;

/**
 * The same table with its players called as the reader calls them.
 * @template {Table | OpenTable} T
 * @param {T} table
 * @returns {T}
 */
export const named = (table) => ({
  ...table,
  seats: table.seats.map((seat) => seat && { ...seat, name: shownName(seat.name) }),
});

/**
 * "You have won", "Anna has won", "You and Ben share the victory"
 * @param {Table} table
 */
export function victory({ winners, viewer, seats }) {
  const others = (winners ?? []).filter((seat) => seat !== viewer).map((seat) => seats[seat].name);
  const names = listed(others);
  if (others.length === winners?.length) return t("won_by", { count: others.length, names });
  return others.length ? t("you_share_victory", { names }) : t("you_won");
}
